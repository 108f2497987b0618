import { explain } from '../../commands/refused';
import { asSentence } from '../../locales/sentence';
import { Refusal } from '../../protocol/request';

/** Why something could not be done: a sentence, and everything that is wrong, each with its place. */
export interface CaseProblem {
  readonly sentence: string;
  readonly lines: readonly string[];
}

/** Run something a form asked for. Null when it went well, or what to show beside the form. */
export async function problemOf(deed: () => Promise<unknown>): Promise<CaseProblem | null> {
  try {
    await deed();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { problems } = error.facts;
    if (!Array.isArray(problems)) return { sentence: explain(error), lines: [] };
    // The message repeats every problem below its first line.
    const [first = ''] = error.message.split('\n');
    return { sentence: asSentence(first.replace(/:$/, '')), lines: problems.map(String) };
  }
}

export function Problems({ problem }: { problem: CaseProblem | null }) {
  if (problem === null) return null;
  return (
    <div role="alert" className="wrong" dir="auto">
      <p>{problem.sentence}</p>
      <ul>
        {problem.lines.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}
