import { isAborted, Refusal } from '../protocol/request';

/** What nobody asked for fails without a word. True when it went well. */
export async function quietly(deed: () => Promise<unknown>): Promise<boolean> {
  try {
    await deed();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) && !isAborted(error)) throw error;
    return false;
  }
}
