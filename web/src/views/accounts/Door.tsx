import '../../locales/accounts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { findProblem, keyOf } from '../../commands/problems';
import { isSignedIn, readWays, type Ways } from '../../commands/signIn';
import { account } from '../../model/account';
import { go, type Page } from '../../model/route';
import { type Closed, isNotAdmitted } from '../../protocol/door';
import { Mark } from '../parts/Mark';
import { Arrive } from './Arrive';
import { Device } from './Device';
import { FactorFirst } from './FactorFirst';
import { NotDone } from './NotDone';
import { NotSetUp } from './NotSetUp';
import { Reset } from './Reset';
import { SignIn } from './SignIn';

/** The way in: words at one side, one form at the other. It knows no more of the house than anybody may. */
export function Door({ page, closed }: { page: Page; closed: Closed | null }) {
  const { t } = useTranslation('accounts');
  const ways = useWays();
  return (
    <div className="door">
      <header>
        <p className="mark">
          <Mark />
          Antiphon
        </p>
        <p className="words">{t('door.words')}</p>
        <p className="host" dir="ltr">
          {location.host}
        </p>
      </header>
      <main>
        <Way page={page} closed={closed} ways={ways} />
      </main>
    </div>
  );
}

function Way({ page, closed, ways }: { page: Page; closed: Closed | null; ways: Ways | 'not_set_up' | null }) {
  if (ways === null) return null;
  if (page === 'setup') return <Arrive kind="setup" />;
  if (ways === 'not_set_up' || closed === 'not_set_up') return <NotSetUp />;
  if (page === 'join') return <Arrive kind="join" />;
  if (page === 'reset') return <Reset />;
  if (page === 'device' && closed === null) return <LetIn />;
  if (closed === 'second_factor_required') return <FactorFirst />;
  return <ComeIn ways={ways} closed={closed} />;
}

/** Let a program in; nobody types a code before it is known who they are. */
function LetIn() {
  return useStays(true) === null ? null : <Device />;
}

/** Sign in; whoever is signed in and came back from a provider without what they went for is told so. */
function ComeIn({ ways, closed }: { ways: Ways; closed: Closed | null }) {
  const [back] = useState(() => findProblem(location.search));
  const problem = isNotAdmitted(closed) ? keyOf(closed) : back;
  const stays = useStays(back !== null);
  // Whoever was somebody here a moment ago did not ask for this page.
  const ended = useStore(account, ({ me }) => me !== null) && closed === 'not_signed_in';
  if (stays === null) return null;
  if (problem !== null && stays && closed === null) return <NotDone problem={problem} />;
  return <SignIn ways={ways} problem={problem} ended={ended} />;
}

/** Whether somebody is signed in, if that is asked at all; null until it is known. */
function useStays(asked: boolean): boolean | null {
  const [stays, setStays] = useState<boolean | null>(asked ? null : false);
  useEffect(() => {
    if (asked) void isSignedIn().then(setStays);
  }, [asked]);
  return stays;
}

/** Which ways in there are; somebody who came to where there are none is led to the workbench. */
function useWays(): Ways | 'not_set_up' | null {
  const [ways, setWays] = useState<Ways | 'not_set_up' | null>(null);
  useEffect(() => {
    let gone = false;
    void readWays().then((found) => {
      if (gone) return;
      if (found === null) go({ page: 'conversation', id: null, turnId: null }, { replace: true });
      else setWays(found);
    });
    return () => {
      gone = true;
    };
  }, []);
  return ways;
}
