import '../../locales/inspector';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOffer, type Offer } from '../../commands/receipts';
import { replayReply } from '../../commands/replies';
import type { Item } from '../../model/draft';
import type { ReplayBody } from '../../protocol/generated/answers';
import type { SentPayload } from '../payloads/shown';

type Leavable = Item | 'synthesis' | 'caller';
const ITEMS: readonly Leavable[] = [
  'reference',
  'synthesis',
  'state',
  'memory',
  'instructions',
  'todo',
  'documents',
  'caller',
];

interface Props {
  shown: SentPayload;
  onClose: () => void;
  /** Called before it is asked, so that the new answer can be told from those there were. */
  onAsk: () => void;
}

export function ReplayForm({ shown, onClose, onAsk }: Props) {
  const { t } = useTranslation('inspector');
  const id = useId();
  const offer = useOffer(shown.voice.id);
  const [filter, setFilter] = useState('');
  const [off, setOff] = useState<readonly Leavable[]>([]);
  const [model, setModel] = useState('');
  const [version, setVersion] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    onAsk();
    if (await replayReply(shown.reply.id, buildBody(filter, off, model, version))) onClose();
  };
  const flip = (item: Leavable) => setOff(off.includes(item) ? off.filter((each) => each !== item) : [...off, item]);
  return (
    <form className="again" onSubmit={(event) => void submit(event)}>
      <p className="note">{t('replay.note')}</p>
      <div className="field">
        <label htmlFor={`${id}f`}>{t('replay.filter')}</label>
        <input
          id={`${id}f`}
          className="input mono"
          value={filter}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}h`}
          onChange={(event) => setFilter(event.target.value)}
        />
        <p className="help" id={`${id}h`}>
          {t('replay.filterHelp')}
        </p>
      </div>
      <fieldset className="field">
        <legend>{t('replay.off')}</legend>
        <div className="ticks">
          {ITEMS.map((item) => (
            <label key={item} className="tick">
              <input type="checkbox" checked={off.includes(item)} onChange={() => flip(item)} />
              {t(`replay.items.${item}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="pair">
        <div className="field">
          <label htmlFor={`${id}m`}>{t('replay.model')}</label>
          <select id={`${id}m`} className="input" value={model} onChange={(event) => setModel(event.target.value)}>
            <option value="">{t('replay.sameModel', { model: shown.reply.model })}</option>
            {offer.models
              .filter((each) => each !== shown.reply.model)
              .map((each) => (
                <option key={each}>{each}</option>
              ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}v`}>{t('replay.version', { name: shown.voice.name })}</label>
          <select id={`${id}v`} className="input" value={version} onChange={(event) => setVersion(event.target.value)}>
            <option value="">{t('replay.sameVersion', { version: shown.reply.advisor_version })}</option>
            {offer.versions
              .filter((each) => each.version !== shown.reply.advisor_version)
              .map((each) => (
                <option key={each.version} value={each.version}>
                  {t('replay.versionNumber', { version: each.version })}
                </option>
              ))}
          </select>
        </div>
      </div>
      <div className="acts">
        <button type="submit" className="btn sm">
          {t('replay.ask')}
        </button>
        <button type="button" className="btn sm quiet" onClick={onClose}>
          {t('replay.cancel')}
        </button>
      </div>
    </form>
  );
}

/** Only what was changed; the rest stays as it was. */
function buildBody(filter: string, off: readonly Leavable[], model: string, version: string): ReplayBody {
  const choice = { ...(filter.trim() && { filter: filter.trim() }), ...(off.length > 0 && { off: [...off] }) };
  return {
    ...(Object.keys(choice).length > 0 && { choice }),
    ...(model && { model }),
    ...(version && { advisor_version: Number(version) }),
  };
}

const NOTHING: Offer = { models: [], versions: [] };

function useOffer(advisorId: string): Offer {
  const [offer, setOffer] = useState(NOTHING);
  useEffect(() => {
    let current = true;
    void loadOffer(advisorId).then((found) => current && setOffer(found));
    return () => {
      current = false;
    };
  }, [advisorId]);
  return offer;
}
