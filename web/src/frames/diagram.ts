/**
 * The page inside the sandboxed frame: Mermaid source in, a picture out. It is built into one file of its own
 * (tools/diagram.mjs) and served under a policy that lets it fetch nothing; it has no origin, so it reaches no cookie, no
 * storage and no address of the house either.
 */
import mermaid from 'mermaid';
import { type DrawingAnswer, type DrawingRequest, LARGEST_DRAWING, LONGEST_SOURCE } from '../model/drawing';

/** An edge list that long is no picture any more, and layouts grow with its square. */
const MOST_EDGES = 150;

let last: Promise<unknown> = Promise.resolve();

addEventListener('message', ({ source, data }: MessageEvent<DrawingRequest>) => {
  if (source !== parent) return;
  last = last.then(() => draw(data).then(answer));
});
answer({ ready: true });

function answer(said: DrawingAnswer): void {
  // The house is its parent by `frame-ancestors`; its address is not known in here.
  parent.postMessage(said, '*');
}

async function draw({ id, source, colours }: DrawingRequest): Promise<DrawingAnswer> {
  const stage = document.body.appendChild(document.createElement('pre'));
  stage.textContent = source;
  try {
    setUp(colours);
    await mermaid.run({ nodes: [stage] });
    return { id, ...readPicture(stage) };
  } catch {
    return { id, failed: 'unclear' };
  } finally {
    document.body.replaceChildren();
  }
}

function setUp({ paper, ink, line, wash, accent, note }: DrawingRequest['colours']): void {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    logLevel: 'fatal',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: LONGEST_SOURCE,
    maxEdges: MOST_EDGES,
    fontFamily: 'system-ui, sans-serif',
    theme: 'base',
    themeVariables: {
      background: paper,
      mainBkg: wash,
      primaryColor: wash,
      primaryTextColor: ink,
      primaryBorderColor: accent,
      secondaryColor: note,
      tertiaryColor: paper,
      lineColor: line,
      textColor: ink,
      titleColor: ink,
      noteBkgColor: note,
      noteTextColor: ink,
      edgeLabelBackground: paper,
    },
  });
}

/** Written as XML, with its size, without movement. As a picture it runs nothing, and fetches nothing. */
function readPicture(stage: Element): { svg: string; width: number; height: number } {
  const picture = stage.querySelector('svg');
  const box = picture?.viewBox.baseVal;
  if (!picture || !box || !(box.width > 0) || !(box.height > 0)) throw new Error('nothing was drawn');
  const still = document.createElementNS(picture.namespaceURI, 'style');
  still.textContent = '*{animation:none!important;transition:none!important}';
  picture.append(still);
  const width = Math.ceil(box.width);
  const height = Math.ceil(box.height);
  picture.setAttribute('width', String(width));
  picture.setAttribute('height', String(height));
  picture.style.removeProperty('max-width');
  const svg = new XMLSerializer().serializeToString(picture);
  if (svg.length > LARGEST_DRAWING) throw new Error('too large a picture');
  return { svg, width, height };
}
