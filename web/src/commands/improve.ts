/** Better words for an advisor: have them looked for, watch, take them over or leave it. */
import '../locales/evals';
import { say } from '../locales/i18n';
import { evals, historyOf, type Improvement } from '../model/evals';
import { announce, notify } from '../model/screen';
import type { ImprovementLine, ImprovingAdvisor } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { loadEveryone, restoreVersion } from './advisors';
import { attempt } from './refused';

const at = (id: string) => ({ path: { improvement_id: id } });

/** The search with everything it tried; null forgets it. */
export async function loadImprovement(id: string | null): Promise<void> {
  const { improvement } = evals.getState();
  if (id === null) return evals.setState({ improvement: null });
  if (improvement?.id === id && improvement.status !== 'running') return;
  const now = await read(id);
  evals.setState({ improvement: now });
  const hasEnded = improvement?.id === id && now.status !== 'running';
  if (hasEnded) announce(say(now.after === null ? 'evals:improve.notBetter' : 'evals:improve.better'));
}

export async function improve(advisorId: string, body: ImprovingAdvisor): Promise<boolean> {
  return attempt(async () => {
    const path = { advisor_id: advisorId };
    const begun = await ask('POST /v1/advisors/{advisor_id}/improvements', { path, body });
    await keep(begun);
  });
}

export async function stopImproving(id: string): Promise<boolean> {
  return attempt(async () => keep(await ask('POST /v1/improvements/{improvement_id}/stop', at(id))));
}

/** Make the best words the advisor's next version; the status line offers the way back. */
export async function acceptImprovement({ id, advisor_id: advisorId, ...known }: Improvement): Promise<boolean> {
  return attempt(async () => {
    const taken = await ask('POST /v1/improvements/{improvement_id}/accept', at(id));
    await Promise.all([keep(taken), loadEveryone()]);
    notify(say('evals:improve.accepted', { version: taken.accepted_version }), {
      undo: () => void attempt(() => restoreVersion(advisorId, known.advisor_version)),
    });
  });
}

async function keep(line: ImprovementLine): Promise<void> {
  const whole = await read(line.id);
  const history = historyOf(evals.getState());
  const others = history?.improvements.filter((each) => each.id !== line.id) ?? [];
  evals.setState({
    improvement: whole,
    ...(history && {
      history: { ...history, version: line.accepted_version ?? history.version, improvements: [line, ...others] },
    }),
  });
}

const read = (id: string) => ask('GET /v1/improvements/{improvement_id}', at(id));
