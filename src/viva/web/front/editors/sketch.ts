// A graph as the server is asked to lay it out: nodes and edges by number, and one edge for all arrows between two states.
import { linesOfState } from "./lettering";
import type { Arrow, Model } from "./notations/model";
import { type Laid, keyOf, textOf } from "./picture";
import type { Layout, Sketch } from "./server";

export class Sketched {
  private readonly bundles = new Map<string, Arrow[]>();

  constructor(
    private readonly model: Model,
    private readonly round: boolean,
  ) {
    for (const arrow of model.arrows) this.bundles.set(keyOf(arrow), [...(this.bundles.get(keyOf(arrow)) ?? []), arrow]);
  }

  asked(room: number): Sketch {
    const index = new Map(this.model.states.map((state, at) => [state.name, at]));
    return {
      round: this.round,
      room: Math.max(100, room),
      nodes: this.model.states.map((state) => [linesOfState(state).join("\n"), state.start, state.accepting, index.get(state.parent ?? "") ?? null]),
      edges: [...this.bundles.values()].map((arrows) => [index.get(arrows[0]?.source ?? "") ?? 0, index.get(arrows[0]?.target ?? "") ?? 0, textOf(arrows).slice(0, MOST_TEXT)]),
    };
  }

  read({ isDown, nodes, edges }: Layout): Laid {
    const laid: Laid = { isDown, states: new Map(), ways: new Map() };
    this.model.states.forEach((state, at) => {
      const [place, size, title] = nodes[at] ?? [[0, 0], [0, 0], null];
      laid.states.set(state.name, { at: place, size: [size[0] / 2, size[1] / 2], title });
    });
    [...this.bundles.keys()].forEach((key, at) => {
      const [curve, label] = edges[at] ?? [[], null];
      laid.ways.set(key, { curve, label });
    });
    return laid;
  }
}

const MOST_TEXT = 2000;
