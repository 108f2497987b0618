import { expect, test } from 'vitest';
import { LONGEST_SOURCE, readAnswer, readSource } from './drawing';

test.each([
  ['---\ntitle: a\nconfig:\n  theme: dark\n---\ngraph TD\nA-->B', 'graph TD\nA-->B'],
  ['%%{init: {"securityLevel": "loose"}}%%\ngraph TD', 'graph TD'],
  ['%%%%{a}%%{init}%%\ngraph TD', 'graph TD'],
  ['---\na: b\n---\n---\nc: d\n---\ngraph TD', 'graph TD'],
  ['graph TD\n%%{init: never closed', 'graph TD\n%% init: never closed'],
  ['--- \nnever closed', '%%  \nnever closed'],
  ['graph TD\nA["<img src=x>"]-->B["a<br/>b"]', 'graph TD\nA["‹img src=x>"]-->B["a<br/>b"]'],
  ['graph TD\nA["#lt;img> &lt;a> &#60;b> &#x3c;c> #60;d>"]', 'graph TD\nA["‹img> ‹a> ‹b> ‹c> ‹d>"]'],
  ['classDiagram\nA <|-- B\nclass C {\n<<interface>>\n}', 'classDiagram\nA <|-- B\nclass C {\n<<interface>>\n}'],
  ['graph TD\nA@{ img: "https://a.example/p.png" }', 'graph TD\nA@{ none: "https://a.example/p.png" }'],
])('what only configures is not read: %j', (written, source) => {
  expect(readSource(written)).toBe(source);
});

test.each([
  ['long', 'a'.repeat(LONGEST_SOURCE + 1)],
  ['many lines', 'a\n'.repeat(400)],
  ['many groups', `graph TD\n${'subgraph a\n'.repeat(41)}`],
  ['everything joined', `graph TD\nA${' & B'.repeat(201)}`],
  ['a number of bits', 'packet-beta\n0-99999: "all"'],
])('too much is not drawn: %s', (_name, written) => {
  expect(readSource(written)).toBeNull();
});

test.each([
  [{ ready: true }, { ready: true }],
  [
    { id: 1, svg: '<svg/>', width: 2, height: 3, more: 'x' },
    { id: 1, svg: '<svg/>', width: 2, height: 3 },
  ],
  [
    { id: 1, svg: '<html/>', width: 2, height: 3 },
    { id: 1, failed: 'unclear' },
  ],
  [
    { id: 1, svg: '<svg/>', width: 1e9, height: 3 },
    { id: 1, failed: 'unclear' },
  ],
  [
    { id: 1, svg: '<svg/>', width: '2', height: 3 },
    { id: 1, failed: 'unclear' },
  ],
  [{ id: 'x' }, null],
  ['ready', null],
  [null, null],
])('the frame is believed only what a frame may say: %j', (said, read) => {
  expect(readAnswer(said)).toEqual(read);
});
