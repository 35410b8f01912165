import { SCOPE_LABELS, type Token } from '@shared/api/tokens';
import { countOf } from '@shared/figures';
import { TOKEN_ENDS_SOON_DAYS } from '@shared/limits';
import { brisbaneDay, daysBetween, formatDate, formatDay } from '@shared/periods';
import { Plus } from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import { OutsideLink } from '@/components/outside-link';
import { useNamedRow, useRowDialog } from '@/components/row-list';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton } from '@/components/ui/states/skeleton';
import { useNow } from '@/lib/clock';
import { useTokens } from './api';
import { lastUseText, MakeTokenDialog, NewTokenDialog, RevokeTokenDialog } from './token-dialogs';

/** The tokens by which other programs read and log trips (docs/product/api.md#tokens). */
export function ConnectionsCard() {
  const query = useTokens();
  const { data: tokens } = query;
  const { dialog, open, close } = useRowDialog();
  const make = (replaced?: Token) =>
    open(
      <MakeTokenDialog
        replaced={replaced}
        onMade={(made) => open(<NewTokenDialog made={made} onClose={close} />)}
        onClose={close}
      />,
    );
  const [, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  // once the part of the address has led here, so that the focus comes back from the dialog
  useNamedRow(params.has('part') ? null : params.get('token'), query, (token) => {
    if (token) make(token);
    navigate('/?tab=profile', { replace: true });
  });

  return (
    <Card
      id="connections"
      title="Connections"
      description="Other programs, such as a dispatch system, read and log trips with a token."
      actions={
        tokens && (
          <Button icon={Plus} onClick={() => make()}>
            Make a token
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        failed="The tokens could not be loaded"
        skeleton={<ListSkeleton label="Loading tokens" rows={2} />}
      />
      {tokens?.length === 0 && <p className="text-muted">No tokens yet.</p>}
      {tokens && tokens.length > 0 && (
        <ul aria-label="Tokens" className="divide-y divide-line border-y border-line">
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onReplace={() => make(token)}
              onRevoke={() => open(<RevokeTokenDialog token={token} onClose={close} />)}
            />
          ))}
        </ul>
      )}
      <div className="mt-2">
        <OutsideLink href="/api">How to use a token</OutsideLink>
      </div>
      {dialog}
    </Card>
  );
}

type TokenRowProps = { token: Token; onReplace: () => void; onRevoke: () => void };

function TokenRow({ token, onReplace, onRevoke }: TokenRowProps) {
  const { name, scope, expiresOn, createdAt, madeBy, isMakerRemoved } = token;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <div className="min-w-0 grow basis-64">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <Clipped tall lines={2}>
            {name}
          </Clipped>
          <ExpiryBadge token={token} />
        </div>
        <div className="text-sm text-muted">
          <p>
            {SCOPE_LABELS[scope]} until {formatDay(expiresOn)}. {lastUseText(token)}
          </p>
          <Clipped tall lines={2}>
            Made {formatDate(new Date(createdAt))}
            {madeBy && (
              <>
                {' '}
                by <bdi>{madeBy}</bdi>
              </>
            )}
            {isMakerRemoved && <span className="text-due">, who was removed</span>}
          </Clipped>
        </div>
      </div>
      <div className="-mx-2 flex shrink-0">
        <Button variant="ghost" className="px-2!" aria-label={`Replace token: ${name}`} onClick={onReplace}>
          Replace
        </Button>
        <Button variant="ghost" className="px-2!" aria-label={`Revoke token: ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </div>
    </li>
  );
}

function ExpiryBadge({ token: { isExpired, expiresOn } }: { token: Token }) {
  const left = daysBetween(brisbaneDay(useNow()), expiresOn);
  if (isExpired) return <Badge tone="danger">Expired</Badge>;
  if (left > TOKEN_ENDS_SOON_DAYS) return null;
  return <Badge tone="due">{left > 0 ? `Expires in ${countOf(left, 'day')}` : 'Expires today'}</Badge>;
}
