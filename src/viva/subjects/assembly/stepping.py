"""A page on which a run is stepped forward and back: one file that carries everything it needs.

What comes out of a submission reaches the page as JSON in which no tag can end, and is shown as text only. The page may
run its own script, known by its hash, and nothing else.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from typing import Any, cast

from viva.core.json import Json
from viva.core.report import Witness
from viva.core.text.escape import markup, visible_line
from viva.core.texts import Say
from viva.showing.page import mark_code

_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem;color:#1a1a1a;background:#fff}
h1{font-size:1.3rem}
h2{font-size:1rem;margin:.2rem 0}code,table,ol{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9rem}
.bar{display:flex;gap:.75rem;align-items:center;margin:1rem 0}.bar input{flex:1}
.columns{display:flex;gap:2rem;flex-wrap:wrap}
ol{padding:0;margin:0;list-style:none;max-height:28rem;
overflow:auto;min-width:24rem}
li{padding:.1rem .5rem;border-left:4px solid transparent;white-space:pre}
li.here{border-color:#a61b0f;background:#ffe08a}
td,th{padding:.1rem .75rem .1rem 0;text-align:left}td.new{background:#ffe08a;font-weight:bold}
"""
_SCRIPT = """
const run=JSON.parse(document.getElementById('run').textContent);
const slider=document.getElementById('at'),list=document.getElementById('steps'),told=document.getElementById('told');
const hex=n=>n<4096?String(n):'0x'+n.toString(16);
const states=[
{registers:run.start.registers,flags:run.start.flags,memory:run.start.memory,fresh:[]}];
for(const step of run.trace){const last=states[states.length-1];
states.push({registers:{...last.registers,...step.registers},
flags:{...last.flags,...step.flags},memory:{...last.memory,...step.memory},
fresh:[...Object.keys(step.registers),...Object.keys(step.flags),...Object.keys(step.memory)]});}
for(const step of run.trace){const item=document.createElement('li');
item.textContent=(step.label?step.label+':':'').padEnd(12)+step.instruction;list.append(item);}
function table(id,values,fresh,show){const body=document.getElementById(id);body.replaceChildren();
for(const [name,value] of Object.entries(values)){const row=body.insertRow();row.insertCell().textContent=name;
const cell=row.insertCell();cell.textContent=show(value);if(fresh.includes(name))cell.className='new';}}
function show(){const at=Number(slider.value),state=states[at];table('registers',state.registers,state.fresh,hex);
table('flags',state.flags,state.fresh,v=>v?'1':'0');table('memory',state.memory,state.fresh,String);
[...list.children].forEach((item,n)=>item.className=n===at?'here':'');
if(list.children[at])list.children[at].scrollIntoView({block:'nearest'});told.textContent=at+' / '+run.trace.length;}
slider.max=run.trace.length;slider.oninput=show;
document.getElementById('back').onclick=()=>{slider.value=Number(slider.value)-1;show();};
document.getElementById('forward').onclick=()=>{slider.value=Number(slider.value)+1;show();};show();
"""

_SCRIPT_HASH = b64encode(sha256(_SCRIPT.encode()).digest()).decode()


def page(title: str, text: str, witness: Witness, say: Say) -> str:
    """The run of a witness; `text` says what it shows."""
    run = _safe({key: witness.fields[key] for key in ("start", "trace")})
    data = json.dumps(run).replace("<", "\\u003c").replace("&", "\\u0026")
    headings = {name: markup(say(f"step_{name}")) for name in ("registers", "flags", "memory", "back", "forward")}
    paragraphs = "".join(f"<p>{mark_code(part)}</p>" for part in text.split("\n\n") if not part.startswith("    "))
    tables = "".join(
        f'<div><h2>{headings[name]}</h2><table><tbody id="{name}"></tbody></table></div>'
        for name in ("registers", "flags", "memory")
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{markup(title)}</title>'
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{_SCRIPT_HASH}'\"><style>{_STYLE}</style></head><body><h1>{markup(title)}</h1>{paragraphs}"
        f'<div class="bar"><button id="back">{headings["back"]}</button>'
        f'<input id="at" type="range" min="0" value="0" aria-label="{markup(title)}">'
        f'<button id="forward">{headings["forward"]}</button><span id="told"></span></div>'
        f'<div class="columns"><ol id="steps"></ol>{tables}</div>'
        f'<script type="application/json" id="run">{data}</script><script>{_SCRIPT}</script></body></html>\n'
    )


def _safe(value: Json) -> Json:
    """The same with every text visible."""
    if isinstance(value, str):
        return visible_line(value)
    if isinstance(value, list):
        return [_safe(each) for each in value]
    if isinstance(value, dict):
        return {visible_line(key): _safe(each) for key, each in cast("dict[str, Any]", value).items()}
    return value
