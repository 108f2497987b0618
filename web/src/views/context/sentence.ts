/** A filter in the person's words, as far as the builder understands it. */
import type { TFunction } from 'i18next';
import { type Built, isComplete, isGroup, KINDS, type Part, showQuoted } from './parts';

type Say = TFunction<'context'>;
export const OPS = { '': 'eq', '=': 'eq', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const;

export function putInWords({ join, items }: Built, t: Say): string {
  const said = items.map((item) =>
    isGroup(item)
      ? item.parts
          .filter(isComplete)
          .map((part) => describePart(part, t))
          .join(t(item.join === 'any' ? 'words.or' : 'words.and'))
      : isComplete(item)
        ? describePart(item, t)
        : '',
  );
  return said.filter(Boolean).join(t(join === 'any' ? 'words.or' : 'words.and'));
}

export function describePart(part: Part, t: Say): string {
  const what = say(part, t);
  return part.not ? t('words.not', { what }) : what;
}

function say({ letter, op, value, quoted, below }: Part, t: Say): string {
  const name = quoted ? showQuoted(value) : value;
  const count = Number(value);
  switch (letter) {
    case 't':
      if (quoted) return t(below ? 'words.topicBelow' : 'words.topic', { name });
      return value === '' ? t('words.topicCurrent') : t('words.topicNewest', { count });
    case 's':
      return value === '' ? t('words.starsAny') : t('words.stars', { count, compare: t(`builder.op.${OPS[op]}`) });
    case 'r':
      return t('words.recent', { count });
    case 'd':
      return sayMoment(op, value, t);
    case 'c':
      return t('words.words', { text: name });
    case 'a':
      return quoted ? t('words.advisor', { name }) : t('words.advisorFocused');
    case 'm':
      return quoted ? t('words.model', { name }) : t('words.modelCurrent');
    case 'k':
      return t('words.tag', { name });
    case 'o':
      return value === '' ? t('words.inside') : t('words.insideAnd', { count });
    case 'w':
      return t('words.importance', { value, compare: t(`builder.op.${OPS[op]}`) });
    case '@':
      return t('words.saved', { name });
    default:
      return t(`words.${KINDS[letter]}`);
  }
}

function sayMoment(op: Part['op'], value: string, t: Say): string {
  if (value.includes('-')) return t('words.day', { value, compare: t(`builder.dayOp.${OPS[op]}`) });
  const [, number = '', unit = ''] = /^(\d+)(\w*)$/.exec(value) ?? [];
  const older = op === '' || op === '=' ? 'le' : OPS[op];
  return t('words.age', {
    span: t(`words.span.${(unit || 'd') as 'd'}`, { count: Number(number) }),
    compare: t(`builder.ageOp.${older as 'le'}`),
  });
}
