import { Text, useComputedColorScheme } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Chart } from "./charts";
import classes from "./curves.module.css";
import { figure, smooth, type Table } from "./progress";

const HEIGHT = 168;
const DASHES: number[][] = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

export type Span = [from: number, to: number];

interface Props {
  chart: Chart;
  table: Table;
  /** Weight of the smoothing, 0 to draw what was measured alone. */
  smoothing: number;
  /** The step that is looked at in all charts at once; null looks at the newest. */
  at: number | null;
  onAt: (step: number | null) => void;
  /** The steps shown; null shows all. */
  span: Span | null;
  onSpan: (span: Span | null) => void;
  /** Steps from which a trainer went on after a stop. */
  resumes: number[];
}

/** One chart with its legend, which tells the values at the step that is looked at. */
export function Curve(props: Props) {
  const { chart, table, smoothing, at } = props;
  const lines = useMemo(
    () =>
      chart.lines.map(({ name, label }) => {
        const measured = table.values[name] ?? [];
        return { label, measured, drawn: smoothing ? smooth(measured, smoothing) : measured };
      }),
    [chart, table, smoothing],
  );
  const index = at === null ? -1 : table.steps.indexOf(at);
  const told = lines.map(({ label, drawn }) => ({
    label,
    value: index < 0 ? drawn.findLast((value) => value !== null) : before(drawn, index),
  }));
  const words = told.map(({ label, value }) => `${label} ${figure(value, chart.unit)}`).join(", ");
  return (
    <figure className={classes.chart}>
      <figcaption>
        <span className={classes.title}>{chart.title}</span>
        {chart.help && (
          <Text span size="xs" c="dimmed">
            {chart.help}
          </Text>
        )}
      </figcaption>
      <ul className={classes.legend} aria-label={`${chart.title}: values`}>
        {told.map(({ label, value }, number) => (
          <li key={label}>
            <svg className={classes.key} viewBox="0 0 18 4" aria-hidden="true">
              <line
                x1="0"
                y1="2"
                x2="18"
                y2="2"
                stroke={`var(--line-${(number % 6) + 1})`}
                strokeWidth="2.5"
                strokeDasharray={DASHES[number % DASHES.length]?.map((n) => n * 0.8).join(" ")}
              />
            </svg>
            {lines.length > 1 && <span>{label}</span>}
            <b className="pb-numbers">{figure(value, chart.unit)}</b>
          </li>
        ))}
      </ul>
      <Plot {...props} lines={lines} label={`${chart.title} by step. Now: ${words}`} />
    </figure>
  );
}

/** The value at an index, or the last one before it: not every step tells every value. */
function before(values: (number | null)[], index: number): number | null {
  for (let i = index; i >= 0; i--) {
    const value = values[i];
    if (value !== null && value !== undefined) return value;
  }
  return null;
}

interface Drawn {
  label: string;
  measured: (number | null)[];
  drawn: (number | null)[];
}

function Plot({
  chart,
  table,
  smoothing,
  at,
  onAt,
  span,
  onSpan,
  resumes,
  lines,
  label,
}: Props & { lines: Drawn[]; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<uPlot | null>(null);
  // Between a new drawing and the render that hands it on, `plot` is one that was taken down.
  const standing = useRef<uPlot | null>(null);
  const scheme = useComputedColorScheme();
  // What the drawing calls back; kept apart so that a new function does not draw anew.
  const live = useRef({ onAt, onSpan, resumes });
  live.current = { onAt, onSpan, resumes };
  const smoothed = smoothing > 0;
  const few = table.steps.length < 3; // a line of one point is not to be seen

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read anew in another scheme
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const css = getComputedStyle(host);
    const color = (name: string) => css.getPropertyValue(name).trim();
    const axis: uPlot.Axis = {
      stroke: color("--mantine-color-dimmed"),
      font: `11px ${css.fontFamily}`,
      grid: { stroke: color("--pb-hairline"), width: 1 },
      ticks: { show: false },
    };
    const strokes = chart.lines.map((_, number) => color(`--line-${(number % 6) + 1}`));
    const series = (width: number, alpha: number): uPlot.Series[] =>
      strokes.map((stroke, number) => ({
        stroke,
        width,
        alpha,
        dash: DASHES[number % DASHES.length],
        spanGaps: true,
        points: { show: few, size: 5 },
      }));
    const drawing = new uPlot(
      {
        width: host.clientWidth || 320,
        height: HEIGHT,
        padding: [8, 8, 0, 0],
        legend: { show: false },
        scales: {
          x: { time: false },
          y: { range: (_, low, high) => bounds(low, high, chart.unit) },
        },
        axes: [
          { ...axis, size: 26, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4] },
          {
            ...axis,
            size: 54,
            values: (_, ticks) => ticks.map((tick) => figure(tick, unitOfAxis(chart.unit))),
          },
        ],
        series: [{}, ...series(2, 1), ...(smoothed ? series(1, 0.3) : [])],
        cursor: { y: false, points: { size: 6 }, drag: { x: true, y: false } },
        hooks: {
          setCursor: [
            (u) => {
              if (!u.cursor.event) return; // moved by us, not by a hand
              const index = u.cursor.idx;
              live.current.onAt(
                index === null || index === undefined ? null : (u.data[0][index] ?? null),
              );
            },
          ],
          setSelect: [
            (u) => {
              if (u.select.width < 4) return;
              const from = u.posToVal(u.select.left, "x");
              const to = u.posToVal(u.select.left + u.select.width, "x");
              u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
              live.current.onSpan([from, to]);
            },
          ],
          draw: [(u) => markResumes(u, live.current.resumes, color("--mantine-color-dimmed"))],
        },
      },
      [[], ...lines.map(() => []), ...(smoothed ? lines.map(() => []) : [])],
      host,
    );
    const whole = () => live.current.onSpan(null);
    drawing.over.addEventListener("dblclick", whole);
    standing.current = drawing;
    setPlot(drawing);
    const watch = new ResizeObserver(() => {
      if (host.clientWidth) drawing.setSize({ width: host.clientWidth, height: HEIGHT });
    });
    watch.observe(host);
    return () => {
      watch.disconnect();
      drawing.destroy();
      standing.current = null;
      setPlot(null);
    };
  }, [chart.title, chart.lines.length, smoothed, scheme, few]);

  useEffect(() => {
    if (!plot || plot !== standing.current) return;
    plot.setData([
      table.steps,
      ...lines.map(({ drawn }) => drawn),
      ...(smoothed ? lines.map(({ measured }) => measured) : []),
    ]);
  }, [plot, table, lines, smoothed]);

  useEffect(() => {
    if (!plot || plot !== standing.current) return;
    const first = table.steps[0] ?? 0;
    const last = table.steps.at(-1) ?? 1;
    const [min, max] = span ?? [first, last];
    plot.setScale("x", { min, max: max > min ? max : min + 1 });
  }, [plot, span, table]);

  useEffect(() => {
    if (!plot || plot !== standing.current || plot.cursor.event) return; // a hand is on it
    const left = at === null ? -10 : plot.valToPos(at, "x");
    plot.setCursor({ left, top: at === null ? -10 : 10 });
  }, [plot, at]);

  return <div ref={place} className={classes.plot} role="img" aria-label={label} />;
}

function unitOfAxis(unit?: string): string {
  return unit === "share" ? "share" : "";
}

/** Shares stand between 0 and 1; other values get some air, and a flat line gets room. */
function bounds(low: number, high: number, unit?: string): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high))
    return [0, 1];
  if (unit === "share") return [Math.min(0, low), Math.max(1, high)];
  const flat = high - low < Math.abs(high) * 1e-6; // but for rounding
  const air = flat ? Math.abs(high) * 0.1 || 1 : (high - low) * 0.08;
  return [low >= 0 ? Math.max(0, low - air) : low - air, high + air];
}

function markResumes(u: uPlot, steps: number[], color: string) {
  const { ctx } = u;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const step of steps) {
    const x = Math.round(u.valToPos(step, "x", true));
    if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, u.bbox.top);
    ctx.lineTo(x, u.bbox.top + u.bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
