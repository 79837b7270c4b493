// How much of a board is in sight, and where: fitted, panned, zoomed. While somebody pans, the picture is moved and nothing is made anew.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { question } from "./answer.js";
import { paint } from "./canvas.js";
import { SIZE } from "./geometry.js";
import { draft } from "./store.js";

/** @typedef {import("./canvas.js").View} View */
/** @typedef {ReturnType<import("./geometry.js").measures>} Measures */

/** Cells smaller than this are hard to read, and to touch; where not all rows fit, a little smaller ones will do. */
const [LEAST, SMALL] = [30 / SIZE, 24 / SIZE];
/** What stands over the board at its edges: tools at the right, or on a narrow screen on top; the legend below. */
const edges = (/** @type {number} */ wide) => (wide > 560 ? { left: 8, right: 60, top: 10, bottom: 50 } : { left: 8, right: 8, top: 58, bottom: 46 });

/** A board that ends so near to the edge of the screen goes on no farther. */
const HAIR = 6;
/** The sides on which a board goes on beyond what is seen: `left down`. @param {HTMLElement} frame @param {Measures} m @param {View} view */
const goesOn = (frame, m, { scale, x, y }) => [
  x < -HAIR && "left", x + m.wide * scale > frame.clientWidth + HAIR && "right", y < -HAIR && "up", y + m.high * scale > frame.clientHeight + HAIR && "down",
].filter(Boolean).join(" ");

/** @param {number} scale */
const within = scale => Math.max(0.08, Math.min(4, scale));
/** A board that is so many times as large: what lay at one point of the screen lies at another, or stays there.
 *  @param {View} view @param {number} factor @param {number[]} from @param {number[]} [to] @returns {View} */
export const zoomed = (view, factor, from, to = from) => {
  const scale = within(view.scale * factor);
  const by = scale / view.scale;
  return { scale, x: to[0] - (from[0] - view.x) * by, y: to[1] - (from[1] - view.y) * by };
};

/** @param {{present: import("./types").Present, m: Measures, picture: import("./canvas.js").Picture | null, fog: Uint8Array | null}} given */
export const useCamera = ({ present, m, picture, fog }) => {
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const group = useRef(/** @type {SVGGElement | null} */ (null));
  const [view, setView] = useState(/** @type {View | null} */ (null));
  /** Has somebody moved it by hand? Then it stays where it is when the frame changes. */
  const isMoved = useRef(false);
  const zooms = useRef(0);
  const next = useRef(/** @type {View | null} */ (null));

  /** Where the board lies so that a point of it is in the middle of what is to be seen, as far as the board goes. @param {number} scale @param {number[]} point @returns {View} */
  const around = (scale, [x, y]) => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    const edge = edges(clientWidth);
    /** @param {number} from @param {number} room @param {number} whole @param {number} middle */
    const along = (from, room, whole, middle) => (whole * scale <= room ? from + (room - whole * scale) / 2 : Math.min(from, Math.max(from + room - whole * scale, from + room / 2 - middle * scale)));
    return { scale, x: along(edge.left, clientWidth - edge.left - edge.right, m.wide, x), y: along(edge.top, clientHeight - edge.top - edge.bottom, m.high, y) };
  };
  const fit = (everything = false) => {
    if (!frame.current) return;
    const { clientWidth, clientHeight } = frame.current;
    const edge = edges(clientWidth);
    const [wide, high] = [clientWidth - edge.left - edge.right, clientHeight - edge.top - edge.bottom];
    const all = Math.min(wide / m.wide, high / m.high, 2.2);
    // On a small screen the first look is at one's own people, near enough to be read.
    const scale = Math.max(0.05, everything ? all : Math.max(all, Math.min(LEAST, Math.max(SMALL, high / m.high))));
    const own = present.tokens.filter(token => (question.value?.who ?? []).includes(token.name) || token.gauges[0]?.value != null);
    const points = (own.length ? own : present.tokens).map(token => m.middle(token.at));
    isMoved.current = false;
    setView(around(scale, [0, 1].map(axis => points.reduce((sum, point) => sum + point[axis], 0) / (points.length || 1))));
  };
  // What looks later looks at what stands then.
  const fits = useRef(fit);
  fits.current = fit;
  const zooming = () => {
    isMoved.current = true;
    zooms.current = Date.now();
    if (frame.current) frame.current.dataset.sharp = "false";
  };
  /** @param {number} factor @param {number[]} [at] */
  const zoom = (factor, at) => {
    zooming();
    setView(old => (old && frame.current ? zoomed(old, factor, at ?? [frame.current.clientWidth / 2, frame.current.clientHeight / 2]) : old));
  };
  /** @param {View} to */
  const show = to => {
    const isZooming = Date.now() - zooms.current < 120;
    if (canvas.current) paint(canvas.current, present.board, m, to, picture, fog, isZooming);
    group.current?.setAttribute("transform", `translate(${to.x} ${to.y}) scale(${to.scale})`);
    if (frame.current) Object.assign(frame.current.dataset, { more: goesOn(frame.current, m, to), sharp: String(!isZooming) });
  };
  /** Moves it with the pointer, at most once for each picture on the screen. @param {View} to */
  const pan = to => {
    isMoved.current = true;
    if (!next.current) requestAnimationFrame(() => { const last = next.current; next.current = null; if (last) show(last); });
    next.current = to;
  };
  /** Fingers move and zoom it. @param {View} to */
  const pinch = to => { zooming(); pan(to); };
  /** The pointer has let go. @param {View} to */
  const settle = to => { next.current = null; setView(to); };

  useLayoutEffect(() => fit(), [m]);
  useEffect(() => {
    if (!frame.current) return undefined;
    // The frame is another one when a phone is turned or a panel opens.
    const again = () => setView(old => old && { ...old });
    // What was chosen by a click stays under the pointer for the second one, though the question has grown.
    const watch = new ResizeObserver(() => (isMoved.current || draft.peek().chosen ? again() : fits.current()));
    watch.observe(frame.current);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", again);
    const themed = new MutationObserver(again);
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => { watch.disconnect(); themed.disconnect(); dark.removeEventListener("change", again); };
  }, [m]);
  // Whoever is asked is brought into sight: once, so that one can look elsewhere then.
  const asked = present.tokens.find(token => token.name === question.value?.who[0]);
  useEffect(() => {
    if (!asked || !frame.current || !view) return;
    const { clientWidth, clientHeight } = frame.current;
    const [x, y] = m.middle(asked.at).map((part, axis) => part * view.scale + [view.x, view.y][axis]);
    const margin = SIZE * 0.5 * view.scale;
    if (x < margin || y < margin || x > clientWidth - margin || y > clientHeight - margin) setView(around(view.scale, m.middle(asked.at)));
  }, [asked && `${asked.name} ${asked.cell}`]);
  useEffect(() => {
    if (!view) return undefined;
    show(view);
    if (Date.now() - zooms.current >= 120) return undefined;
    // Drawn sharply when nobody zooms any more.
    const wait = setTimeout(() => show(view), 160);
    return () => clearTimeout(wait);
  }, [view, present.board, m, fog, picture?.image, picture?.x, picture?.y, picture?.wide, picture?.opacity]);
  useEffect(() => {
    const own = frame.current;
    if (!own) return undefined;
    /** @param {WheelEvent} event */
    const wheel = event => {
      event.preventDefault();
      const box = own.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY * 0.0015), [event.clientX - box.left, event.clientY - box.top]);
    };
    own.addEventListener("wheel", wheel, { passive: false });
    return () => own.removeEventListener("wheel", wheel);
  }, []);
  return { frame, canvas, group, view, fit, zoom, pan, pinch, settle };
};
