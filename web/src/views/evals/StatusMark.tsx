import { useTranslation } from 'react-i18next';
import type { CaseStatus } from '../../model/evals';

/** What came of a test, as a word with a square before it; `not graded` is neither good nor bad and looks like it. */
export function StatusMark({ status }: { status: CaseStatus | null }) {
  const { t } = useTranslation('evals');
  return <b className={`test-mark ${status ?? 'none'}`}>{t(`status.${status ?? 'none'}`)}</b>;
}
