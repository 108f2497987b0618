import { Command as Menu, useCommandState } from 'cmdk';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadModels } from '../../commands/advisors';
import { closeOverlay } from '../../commands/keys/palette';
import { attempt } from '../../commands/refused';
import { openSettings } from '../../commands/settings';
import type { ModelAnswer, ModelsAnswer } from '../../protocol/generated/answers';
import { score } from '../parts/score';
import { useLibrary } from '../parts/useLibrary';
import { ModelPrice } from './ModelPrice';

interface Props {
  /** The model that is in force where one is chosen. */
  now: string | null;
  onChoose: (model: string) => void;
  /** Offered where something else was chosen before. */
  onUsual?: () => void;
}

/** The models of every connected provider with their prices, found by their names; any other by its whole name. */
export function ModelList({ now, onChoose, onUsual }: Props) {
  const { t } = useTranslation(['modelChoice', 'models']);
  const models = useLibrary((state) => state.models);
  const [words, setWords] = useState('');
  useEffect(() => void attempt(loadModels), []);
  // Scripted voices are a rehearsal's; beside real models they would only be in the way.
  const providers = models?.items.filter((each) => each.usable && (each.kind !== 'scripted' || models.rehearsal)) ?? [];
  const typed = findTyped(models, words);
  return (
    <Menu label={t('list')} filter={(_, search, texts = []) => score(search, texts)} loop>
      <Menu.Input className="words" value={words} onValueChange={setWords} placeholder={t('search')} autoFocus />
      <Menu.List className="results" label={t('list')}>
        {onUsual && (
          <Menu.Item value="usual" keywords={[t('models:asUsual')]} onSelect={onUsual}>
            <span className="what">{t('models:asUsual')}</span>
          </Menu.Item>
        )}
        {providers.map((provider) => (
          <Menu.Group key={provider.name} heading={provider.name}>
            {provider.models.map((model) => (
              <Row key={model.id} model={model} now={now} onChoose={onChoose} />
            ))}
          </Menu.Group>
        ))}
        {typed !== null && (
          <Menu.Item value={`typed ${typed}`} forceMount onSelect={() => onChoose(typed)}>
            <span className="what">{t('byName', { model: typed })}</span>
          </Menu.Item>
        )}
      </Menu.List>
      {models !== null && <Nothing isConnected={providers.length > 0} isTyped={typed !== null} />}
    </Menu>
  );
}

function Row({ model, now, onChoose }: { model: ModelAnswer; now: string | null; onChoose: (id: string) => void }) {
  const { t } = useTranslation('modelChoice');
  return (
    <Menu.Item value={model.id} keywords={[model.name, model.id]} onSelect={() => onChoose(model.id)}>
      <span className="what" dir="ltr">
        {model.name}
      </span>
      {model.id === now && <span className="hint">{t('now')}</span>}
      <ModelPrice prices={model.prices} />
    </Menu.Item>
  );
}

/** A model nobody listed, when its provider is connected: `provider:model` as it was typed. */
function findTyped(models: ModelsAnswer | null, words: string): string | null {
  const wanted = words.trim();
  const [provider, name] = [wanted.slice(0, wanted.indexOf(':')), wanted.slice(wanted.indexOf(':') + 1)];
  const known = models?.items.find((each) => each.usable && each.name === provider);
  if (!wanted.includes(':') || name === '' || known === undefined) return null;
  return known.models.some((each) => each.id === wanted) ? null : wanted;
}

function Nothing({ isConnected, isTyped }: { isConnected: boolean; isTyped: boolean }) {
  const { t } = useTranslation('modelChoice');
  const count = useCommandState((state) => state.filtered.count);
  if (count > 0 || isTyped) return null;
  const connect = () => {
    closeOverlay();
    openSettings('models');
  };
  return (
    <p className="nothing" role="status">
      {t(isConnected ? 'nothing' : 'none')}{' '}
      <button type="button" className="link" onClick={connect}>
        {t('connect')}
      </button>
    </p>
  );
}
