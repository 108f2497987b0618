import { useEffect, useState } from 'react';
import { loadConnections } from '../../commands/connections';
import { attempt } from '../../commands/refused';
import { emit } from '../../model/signals';
import { ConnectDialog, type Found } from './ConnectDialog';
import { ConnectForm, NOTHING } from './ConnectForm';

/** The first step on the page itself, where nobody has connected a model yet; the second needs the room of a sheet. */
export function ConnectHere() {
  const [typed, setTyped] = useState(NOTHING);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => void attempt(loadConnections), []);
  return (
    <div className="connect">
      <ConnectForm
        typed={typed}
        setTyped={setTyped}
        onTested={(wanted, tested) => setFound({ wanted, tested, inForce: false })}
        onRehearse={() => emit('focusComposer')}
      />
      {found && <ConnectDialog answered={found} onClose={() => setFound(null)} />}
    </div>
  );
}
