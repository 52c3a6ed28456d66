// A name or a label, typed where it stands: Enter keeps it, Escape does not, and going elsewhere keeps what was written.
import type { Chosen, VivaGraph } from "./graph";

/** `made` are the ends of an arrow that is there once its label is. */
export const typing = (graph: VivaGraph, chosen: Chosen, made?: { source: string; target: string }): void => {
  const state = "state" in chosen ? chosen.state : null;
  const arrow = "arrow" in chosen ? graph.model.arrows[chosen.arrow] : null;
  const group = state !== null ? graph.picture.states.get(state) : graph.picture.arrows["arrow" in chosen ? chosen.arrow : 0];
  const place = made ? graph.picture.states.get(made.target) : (group?.querySelector("text") ?? group);
  const input = document.createElement("input");
  const [area, own] = [(place ?? graph.picture.root).getBoundingClientRect(), graph.getBoundingClientRect()];
  input.className = "in-place";
  input.value = made ? "" : (graph.model.states.find((each) => each.name === state)?.own ?? state ?? arrow?.label ?? "");
  input.setAttribute("aria-label", state !== null && !made ? graph.say("name_of", { name: state }) : graph.say("label_of", made ?? { source: arrow?.source ?? "", target: arrow?.target ?? "" }));
  input.style.left = `${Math.max(0, Math.min(own.width - 180, area.left + area.width / 2 - own.left - 60))}px`;
  input.style.top = `${area.top + area.height / 2 - own.top - 16}px`;
  let open = true;
  const close = (keep: boolean): void => {
    if (!open) return;
    open = false;
    input.remove();
    if (!keep) graph.tell("cancelled");
    else if (made) graph.connect(made.source, made.target, input.value);
    else if (state !== null) graph.rename(state, input.value);
    else if ("arrow" in chosen && arrow && input.value !== arrow.label) graph.relabel(chosen.arrow, input.value);
    graph.focusCurrent();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close(event.key === "Enter");
  });
  input.addEventListener("blur", () => close(!made || input.value !== ""));
  graph.append(input);
  input.focus();
  input.select();
};
