// The mouse and fingers on the board: what is a click, a drag, a look elsewhere, a finger that rests, two that pinch.
import { useRef } from "preact/hooks";
import { zoomed } from "./camera.js";

/** @typedef {import("./canvas.js").View} View */
/** @typedef {[number, number]} Point on the frame, in pixels */

/** What is to be done when it is clear what somebody wants. `begin` says what a drag from there carries; where it carries nothing, the
 *  board itself is moved.
 *  @template T
 *  @typedef {{begin(at: Point): T | null, drag(what: T, at: Point): void, drop(what: T, at: Point): void, leave(): void,
 *    click(at: Point, event: PointerEvent): void, rests(at: Point): boolean, rest(at: Point): void, hover(at: Point): void}} Does */

/** What a hand does: where its fingers were when their number changed last, and how the board lay; how it lies now.
 *  @template T @typedef {{from: Point, apart: number, view: View, now: View, far: boolean, pinches: boolean, what: T | null}} Hand */

/** A pointer that goes so far, in pixels, is no click. */
const HAIR = 6;
/** So long a finger rests, in milliseconds. */
const REST = 650;

/** @param {Point[]} all @returns {Point} */
const middle = all => [all.reduce((sum, [x]) => sum + x, 0) / all.length, all.reduce((sum, [, y]) => sum + y, 0) / all.length];
/** How far fingers are from their middle. @param {Point[]} all */
const spread = all => { const [x, y] = middle(all); return all.reduce((sum, [a, b]) => sum + Math.hypot(a - x, b - y), 0) / all.length || 1; };

/** @template T
 *  @param {{frame: {current: HTMLElement | null}, view: View | null, pan(to: View): void, pinch(to: View): void, settle(to: View): void, does: Does<T>}} given */
export const usePointers = ({ frame, view, pan, pinch, settle, does }) => {
  const fingers = useRef(/** @type {Map<number, Point>} */ (new Map()));
  const hand = useRef(/** @type {Hand<T> | null} */ (null));
  const rest = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));

  /** @param {PointerEvent} event @returns {Point} */
  const place = event => {
    const box = frame.current?.getBoundingClientRect();
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
  };
  /** There are more fingers now, or fewer: whatever they do begins here. @param {Hand<T>} own */
  const anew = own => {
    const all = [...fingers.current.values()];
    Object.assign(own, { from: middle(all), apart: spread(all), view: own.now });
  };
  /** @param {PointerEvent} event */
  const down = event => {
    if (!view) return;
    const at = place(event);
    fingers.current.set(event.pointerId, at);
    frame.current?.setPointerCapture(event.pointerId);
    clearTimeout(rest.current);
    const own = hand.current;
    if (own && fingers.current.size > 1) {
      // Whoever pinches wants nothing else: a drag that has begun is broken off.
      if (own.what && own.far) does.leave();
      Object.assign(own, { what: null, far: true, pinches: true });
      return anew(own);
    }
    hand.current = { from: at, apart: 1, view, now: view, far: false, pinches: false, what: does.begin(at) };
    if (event.pointerType === "touch" && does.rests(at)) rest.current = setTimeout(() => {
      if (!hand.current || hand.current.far) return;
      Object.assign(hand.current, { far: true, what: null });
      does.rest(at);
    }, REST);
  };
  /** @param {PointerEvent} event */
  const move = event => {
    const here = place(event);
    if (event.pointerType === "mouse" && !fingers.current.size) does.hover(here);
    const own = hand.current;
    if (!own || !fingers.current.has(event.pointerId)) return;
    fingers.current.set(event.pointerId, here);
    const all = [...fingers.current.values()];
    if (all.length > 1) {
      own.now = zoomed(own.view, spread(all) / own.apart, own.from, middle(all));
      return pinch(own.now);
    }
    const [dx, dy] = [here[0] - own.from[0], here[1] - own.from[1]];
    if (!own.far && Math.hypot(dx, dy) < HAIR) return;
    own.far = true;
    clearTimeout(rest.current);
    if (own.what) return does.drag(own.what, here);
    own.now = { ...own.view, x: own.view.x + dx, y: own.view.y + dy };
    pan(own.now);
  };
  /** @param {PointerEvent} event */
  const up = event => {
    const own = hand.current;
    if (!fingers.current.delete(event.pointerId) || !own) return;
    clearTimeout(rest.current);
    // The finger that is left moves the board on from here.
    if (fingers.current.size) return anew(own);
    hand.current = null;
    const isBroken = event.type === "pointercancel";
    if (own.far && own.what) return isBroken ? does.leave() : does.drop(own.what, place(event));
    if (own.far) return settle(own.now);
    if (!isBroken) does.click(place(event), event);
  };
  return { down, move, up };
};
