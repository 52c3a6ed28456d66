// The ways of arrows and the places of their labels. Where the server has laid a graph out they are its ways; an arrow
// at a state that was moved since goes straight, or bends around what is in its way, and its label finds room beside it.
export type Point = [number, number];

export interface Box {
  at: Point;
  /** Half of its width and height. */
  size: Point;
  round: boolean;
  /** The states that lie in it, by their names. */
  inner: string[];
}

/** In cubic pieces: where it begins, then for each piece two control points and its end. */
export type Curve = Point[];

/** A label's middle, or with `aside` the middle of its left edge. */
export interface Label {
  at: Point;
  aside: boolean;
}

export const LETTER = 8.68;
export const LINE = 18.9;
const LOOP = 34;
const NEAR = 6;
const BENDS = [0, 36, -36, 72, -72, 110, -110];
const BENDS_OF_TWO = [26, 52, 84, 120, -60, -100];

export const moved = (curve: Curve, [dx, dy]: Point): Curve => curve.map(([x, y]): Point => [x + dx, y + dy]);

export const pathOf = (curve: Curve): string => {
  const said = (points: Curve): string => points.map(([x, y]) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`).join(" ");
  let path = `M${said(curve.slice(0, 1))}`;
  for (let at = 1; at + 2 < curve.length; at += 3) path += `C${said(curve.slice(at, at + 3))}`;
  return path;
};

const onPiece = (a: Point, b: Point, c: Point, d: Point, t: number): Point => {
  const s = 1 - t;
  const mix = (at: 0 | 1): number => s * s * s * a[at] + 3 * s * s * t * b[at] + 3 * s * t * t * c[at] + t * t * t * d[at];
  return [mix(0), mix(1)];
};

/** Points along a curve that are near enough to each other for anything drawn to lie on one of them. */
export const samples = (curve: Curve): Point[] => {
  const found: Point[] = curve.slice(0, 1);
  for (let at = 0; at + 3 < curve.length; at += 3) {
    const [a, b, c, d] = curve.slice(at, at + 4) as [Point, Point, Point, Point];
    const count = Math.max(2, Math.min(24, Math.ceil(Math.hypot(d[0] - a[0], d[1] - a[1]) / 12)));
    for (let step = 1; step <= count; step++) found.push(onPiece(a, b, c, d, step / count));
  }
  return found;
};

/** Where the way from a box to a point leaves the box. */
const rim = (box: Box, towards: Point): Point => {
  const [dx, dy] = [towards[0] - box.at[0], towards[1] - box.at[1]];
  const length = Math.hypot(dx, dy) || 1;
  const scale = box.round ? box.size[0] / length : Math.min(box.size[0] / (Math.abs(dx) || 1e-9), box.size[1] / (Math.abs(dy) || 1e-9));
  return [box.at[0] + dx * scale, box.at[1] + dy * scale];
};

/** All loops of a state are one: above it, or in a picture that goes down beside it. */
export const loopOf = ({ at: [x, y], size: [wide, high], round }: Box, isDown: boolean, lane: number): Curve => {
  const foot = 12 + lane * 8;
  const reach = LOOP + lane * 12;
  if (isDown) {
    const side = round ? wide * 0.9 : wide;
    return [[x + side, y - foot], [x + wide + reach, y - foot * 1.8], [x + wide + reach, y + foot * 1.8], [x + side, y + foot]];
  }
  const top = round ? high * 0.9 : high;
  return [[x - foot, y - top], [x - foot * 1.8, y - high - reach], [x + foot * 1.8, y - high - reach], [x + foot, y - top]];
};

export const loopLabel = ({ at: [x, y], size: [wide, high] }: Box, isDown: boolean, lane: number, lines: number): Label =>
  isDown ? { at: [x + wide + (LOOP + lane * 12) * 0.75 + NEAR, y], aside: true } : { at: [x, y - high - (LOOP + lane * 12) * 0.75 - 4 - (lines * LINE) / 2], aside: false };

/** The way between two states: of those that hit the fewest others the straightest one. `lane` counts those beside it. */
export const wayOf = (from: Box, to: Box, both: boolean, lane: number, others: Iterable<Box>): Curve => {
  const [[x, y], [toX, toY]] = [from.at, to.at];
  const [dx, dy] = [toX - x, toY - y];
  const length = Math.hypot(dx, dy) || 1;
  const near = [...others].filter((box) => Math.abs(box.at[0] - x - dx / 2) < Math.abs(dx) / 2 + box.size[0] + 120 && Math.abs(box.at[1] - y - dy / 2) < Math.abs(dy) / 2 + box.size[1] + 120);
  let [best, least]: [Curve | null, number] = [null, Infinity];
  for (const each of both ? BENDS_OF_TWO : BENDS) {
    const bend = each + lane * 34;
    const middle: Point = [x + dx / 2 + (dy / length) * bend, y + dy / 2 - (dx / length) * bend];
    const [start, end] = [rim(from, middle), rim(to, middle)];
    const third = (point: Point): Point => [point[0] + ((middle[0] - point[0]) * 2) / 3, point[1] + ((middle[1] - point[1]) * 2) / 3];
    const curve: Curve = [start, third(start), third(end), end];
    const hits = near.length ? samples(curve).reduce((count, [px, py]) => count + Number(near.some((box) => Math.abs(px - box.at[0]) < box.size[0] + 5 && Math.abs(py - box.at[1]) < box.size[1] + 5)), 0) : 0;
    if (hits < least) [best, least] = [curve, hits];
    if (!hits) break;
  }
  return best ?? [from.at, from.at, to.at, to.at];
};

/** The points of a line, and the corners of what is around them. */
export interface Track {
  points: Point[];
  low: Point;
  high: Point;
}

export const trackOf = (curve: Curve): Track => {
  const points = samples(curve);
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  return { points, low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] };
};

/** What a label must not cover: rectangles by their middle and half their size, and lines. */
export interface Obstacles {
  boxes: readonly { at: Point; size: Point }[];
  lines: readonly Track[];
}

/** The place beside a curve where a label covers least. */
export const labelBeside = ({ points }: Track, size: Point, { boxes, lines }: Obstacles): Label => {
  const [wide, high] = size;
  let [best, least]: [Point, number] = [points[0] ?? [0, 0], Infinity];
  for (const [penalty, share] of [0.5, 0.36, 0.64, 0.24, 0.76].entries()) {
    const at = Math.min(points.length - 2, Math.max(1, Math.round(share * (points.length - 1))));
    const [before, here, after]: [Point, Point, Point] = [points[at - 1] ?? [0, 0], points[at] ?? [0, 0], points[at + 1] ?? [0, 0]];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    // Above the line first, or to its right.
    const [nx, ny]: Point = dx > 0 || (dx === 0 && dy < 0) ? [dy / length, -dx / length] : [-dy / length, dx / length];
    for (const [more, side] of [1, -1].entries()) {
      const away = Math.abs(nx) * wide + Math.abs(ny) * high + NEAR - 2;
      const middle: Point = [here[0] + nx * away * side, here[1] + ny * away * side];
      const covers = ([x, y]: readonly [number, number]): boolean => Math.abs(x - middle[0]) < wide + 1 && Math.abs(y - middle[1]) < high + 1;
      let cost = penalty + more * 0.5;
      for (const box of boxes) if (Math.abs(box.at[0] - middle[0]) < box.size[0] + wide + 2 && Math.abs(box.at[1] - middle[1]) < box.size[1] + high) cost += 12;
      for (const { low, high: most, points: theirs } of lines) {
        const isFar = low[0] > middle[0] + wide || most[0] < middle[0] - wide || low[1] > middle[1] + high || most[1] < middle[1] - high;
        if (!isFar && theirs.some(covers)) cost += 6;
      }
      if (points.some(covers)) cost += 3;
      if (cost < least) [best, least] = [middle, cost];
    }
  }
  return { at: best, aside: false };
};
