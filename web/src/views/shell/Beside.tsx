import { InstructionsPanel } from '../instructions/InstructionsPanel';
import { useScreen } from '../parts/store';
import { TodoPanel } from '../todos/TodoPanel';

/** What stands beside the conversation when it is not the inspector. */
export function Beside() {
  const beside = useScreen((state) => state.beside);
  if (beside === null) return null;
  return beside === 'todo' ? <TodoPanel /> : <InstructionsPanel />;
}
