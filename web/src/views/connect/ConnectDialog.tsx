import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addProvider,
  giveModels,
  labelOf,
  loadConnections,
  type Tested,
  titleOf,
  type Wanted,
  type Wrong as WrongSaid,
} from '../../commands/connections';
import { attempt } from '../../commands/refused';
import { emit } from '../../model/signals';
import { useAskedPanel } from '../panels/useAskedPanel';
import { sayCount } from '../parts/counts';
import { Dialog } from '../parts/Floating';
import { Aside } from './Aside';
import { ConnectForm, NOTHING } from './ConnectForm';
import { Steps } from './Steps';
import { VoiceModels } from './VoiceModels';
import { Wrong } from './Wrong';

// The sheet gives the focus back within a frame or two of its end; only then may it go on to the message.
const RESTORED = 60;

/** A provider that answered: as somebody wants it, or in force already. */
export interface Found {
  readonly wanted: Wanted;
  readonly tested: Tested;
  readonly inForce: boolean;
}

interface ConnectDialogProps {
  onClose: () => void;
  /** A provider in force whose models are to be given out; without one, a provider is chosen first. */
  tested?: Tested;
  /** One that has just answered elsewhere on the page: going back leads there. */
  answered?: Found;
}

/** From no model to a model for every voice: who, the key, the test, one word of each, and only then is it kept. */
export function ConnectDialog({ onClose, tested, answered }: ConnectDialogProps) {
  const { t } = useTranslation('composer');
  const { seats } = useAskedPanel();
  const [typed, setTyped] = useState(NOTHING);
  const [found, setFound] = useState<Found | null>(
    tested ? { wanted: { name: tested.name, base_url: null, key: null }, tested, inForce: true } : (answered ?? null),
  );
  const [wrong, setWrong] = useState<WrongSaid | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => void attempt(loadConnections), []);

  const use = async ({ wanted, tested, inForce }: Found, advisors: Record<string, string>) => {
    setBusy(true);
    const models = [...new Set(Object.values(advisors))];
    const model = models.length === 1 && models[0] ? models[0] : tested.model;
    const outcome = inForce ? await giveModels(wanted.name, advisors) : await addProvider(wanted, model, advisors);
    setBusy(false);
    setWrong(outcome);
    if (outcome !== null) return;
    onClose();
    setTimeout(() => emit('focusComposer'), RESTORED);
  };
  const number = sayCount(t, seats.length);
  const title = found ? t('provider.voices.title', { count: seats.length, number }) : t('provider.title');
  return (
    <Dialog open onClose={onClose} title={title} kind="full" className="connect">
      <Aside seats={seats} />
      <Steps now={found ? 'models' : 'connect'} />
      <div className="body">
        {found === null ? (
          <ConnectForm
            typed={typed}
            setTyped={setTyped}
            onTested={(wanted, answered) => setFound({ wanted, tested: answered, inForce: false })}
            onRehearse={onClose}
          />
        ) : (
          <>
            <p className="lead">{t('provider.voices.lead')}</p>
            <VoiceModels
              title={labelOf(found.wanted)}
              called={labelOf(found.wanted) === titleOf(found.wanted.name) ? null : found.wanted.name}
              wanted={found.wanted}
              tested={found.tested}
              seats={seats}
              busy={busy}
              onBack={() => {
                setWrong(null);
                if (found.inForce || answered) onClose();
                else setFound(null);
              }}
              onUse={(advisors) => void use(found, advisors)}
            />
            <Wrong wrong={wrong} />
          </>
        )}
      </div>
    </Dialog>
  );
}
