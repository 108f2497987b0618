import { DecisionPage } from './DecisionPage';
import { JournalList } from './JournalList';
import { WriteDecision } from './WriteDecision';

/** The journal: all decisions, one of them, or one that is being written. */
export function JournalPage({ id, turnId }: { id: string | null; turnId: string | null }) {
  return (
    <div className="report journal">
      {turnId !== null ? (
        <WriteDecision key={turnId} turnId={turnId} />
      ) : id !== null ? (
        <DecisionPage key={id} id={id} />
      ) : (
        <JournalList />
      )}
    </div>
  );
}
