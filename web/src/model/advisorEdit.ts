/** An advisor as a form holds it, and what a form changes about it. */
import type { ChangedAdvisor, NewAdvisor } from '../protocol/generated/answers';
import { editThinking, isWrongThinking, readThinking } from './thinking';
import type { Advisor } from './workspace';

export interface AdvisorEdit {
  /** The version that is being edited; 0 for an advisor that does not exist yet. */
  readonly base: number;
  readonly name: string;
  readonly tagline: string;
  /** '' for the first colour nobody has. */
  readonly colour: string;
  /** '' for the default one. */
  readonly model: string;
  /** '' for the listener's usual one. */
  readonly voice: string;
  /** What it may use, `server` or `server/tool`, one per line. */
  readonly tools: string;
  readonly description: string;
  /** '' leaves it to the model. */
  readonly temperature: string;
  /** '' leaves it to the settings. */
  readonly maxTokens: string;
  /** '' leaves it to the panel. */
  readonly thinking: string;
}

export const NEW_ADVISOR: AdvisorEdit = {
  base: 0,
  name: '',
  tagline: '',
  colour: '',
  model: '',
  voice: '',
  tools: '',
  description: '',
  temperature: '0.7',
  maxTokens: '',
  thinking: '',
};

export function editOf(advisor: Advisor): AdvisorEdit {
  return {
    base: advisor.version,
    name: advisor.name,
    tagline: advisor.tagline,
    colour: advisor.colour,
    model: advisor.model ?? '',
    voice: advisor.voice ?? '',
    tools: [...advisor.tools].sort().join('\n'),
    description: advisor.description,
    temperature: advisor.parameters.temperature?.toString() ?? '',
    maxTokens: advisor.parameters.max_tokens?.toString() ?? '',
    thinking: editThinking(advisor.parameters.thinking),
  };
}

/** The fields two edits differ in. */
export function differingFields(one: AdvisorEdit, other: AdvisorEdit): (keyof AdvisorEdit)[] {
  return (Object.keys(one) as (keyof AdvisorEdit)[]).filter((key) => key !== 'base' && one[key] !== other[key]);
}

/** Only what was changed, so that what somebody else changed meanwhile elsewhere is not undone. */
export function changesOf(advisor: Advisor, edit: AdvisorEdit): ChangedAdvisor {
  const changed = new Set(differingFields(editOf(advisor), edit));
  const parameters = {
    ...(changed.has('temperature') && { temperature: numberOf(edit.temperature) }),
    ...(changed.has('maxTokens') && { max_tokens: numberOf(edit.maxTokens) }),
    ...(changed.has('thinking') && { thinking: readThinking(edit.thinking) }),
  };
  return {
    ...(changed.has('name') && { name: edit.name.trim() }),
    ...(changed.has('tagline') && { tagline: edit.tagline.trim() }),
    ...(changed.has('colour') && { colour: edit.colour as ChangedAdvisor['colour'] }),
    ...(changed.has('model') && { model: edit.model.trim() || null }),
    ...(changed.has('voice') && { voice: edit.voice || null }),
    ...(changed.has('tools') && { tools: linesOf(edit.tools) }),
    ...(changed.has('description') && { description: edit.description }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    expect_version: edit.base,
  };
}

export function newOf(edit: AdvisorEdit): NewAdvisor {
  return {
    name: edit.name.trim(),
    tagline: edit.tagline.trim(),
    description: edit.description,
    parameters: {
      temperature: numberOf(edit.temperature),
      max_tokens: numberOf(edit.maxTokens),
      ...(edit.thinking !== '' && { thinking: readThinking(edit.thinking) }),
    },
    ...(edit.colour !== '' && { colour: edit.colour as NewAdvisor['colour'] }),
    ...(edit.model.trim() !== '' && { model: edit.model.trim() }),
    ...(edit.voice !== '' && { voice: edit.voice }),
    ...(edit.tools !== '' && { tools: linesOf(edit.tools) }),
  };
}

const MODEL = /^[^:\s]+:\S+$/;

/** What stands in the way of saving. */
export type AdvisorProblem = 'name' | 'model' | 'temperature' | 'maxTokens' | 'thinking';

export function problemsOf(edit: AdvisorEdit): AdvisorProblem[] {
  const temperature = numberOf(edit.temperature);
  const most = numberOf(edit.maxTokens);
  return [
    ...(edit.name.trim() === '' ? (['name'] as const) : []),
    ...(edit.model.trim() !== '' && !MODEL.test(edit.model.trim()) ? (['model'] as const) : []),
    ...(temperature !== null && !(temperature >= 0 && temperature <= 2) ? (['temperature'] as const) : []),
    ...(most !== null && !(Number.isInteger(most) && most >= 1 && most <= 2_000_000) ? (['maxTokens'] as const) : []),
    ...(isWrongThinking(edit.thinking) ? (['thinking'] as const) : []),
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim());
}

/** Words as this language counts them: languages without blanks between words have words too. */
export function countWords(text: string, language: string): number {
  let count = 0;
  for (const piece of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (piece.isWordLike) count++;
  }
  return count;
}
