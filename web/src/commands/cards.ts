/** Character cards: look at one, make an advisor of it. */
import { say } from '../locales/i18n';
import { go } from '../model/route';
import { notify } from '../model/screen';
import type { CardAnswer } from '../protocol/generated/answers';
import { upload } from '../protocol/upload';
import { loadEveryone, unmakeAdvisor } from './advisors';

export type Card = CardAnswer;

const quiet = { onProgress: () => undefined };

/** What a card would become; nothing is kept. */
export function lookAtCard(file: File, person: string): Promise<Card> {
  return upload('POST /v1/cards/read', { query: { name: file.name, person } }, file, quiet);
}

/** Make the advisor, and documents that are off of its lorebook where that is wanted. */
export async function takeCard(file: File, person: string, lore: boolean): Promise<void> {
  const { advisor, document_ids } = await upload(
    'POST /v1/cards',
    { query: { name: file.name, person, lore } },
    file,
    quiet,
  );
  await loadEveryone();
  go({ page: 'advisors', id: advisor.id });
  notify(say('library:card.made', { name: advisor.name, count: document_ids.length }), {
    undo: () => void unmakeAdvisor(advisor, document_ids),
  });
}
