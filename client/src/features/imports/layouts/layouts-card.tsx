import { zodResolver } from '@hookform/resolvers/zod';
import { countOf } from '@shared/figures';
import { type Layout, type RenameLayout, renameLayoutSchema } from '@shared/imports/layouts';
import { LENGTHS } from '@shared/limits';
import { formatDate } from '@shared/periods';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { EditDialog } from '@/components/edit-dialog';
import { FORGET_LAYOUT } from '@/components/layout-line';
import { DeleteDialog, useRowDialog } from '@/components/row-list';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { Folded } from '@/components/ui/folded';
import { TextField } from '@/components/ui/form/text-field';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton } from '@/components/ui/states/skeleton';
import { useForgetLayout, useLayouts, useRenameLayout } from './api';

/** So many layouts are shown at first. */
const SHOWN = 5;

/** How spreadsheets are read that were imported before. */
export function LayoutsCard() {
  const layouts = useLayouts();
  const { dialog, open, close } = useRowDialog();
  const [showsAll, setShowsAll] = useState(false);
  const all = layouts.data ?? [];

  return (
    <Card
      id="layouts"
      title="Spreadsheet layouts"
      description="How files with the same headings are read, so that the next one asks only what is new."
    >
      <QueryState
        query={layouts}
        failed="The layouts could not be loaded"
        skeleton={<ListSkeleton label="Loading layouts" rows={2} />}
      />
      {layouts.data?.length === 0 && (
        <p className="text-muted">None yet. The first import from a spreadsheet is remembered here.</p>
      )}
      {all.length > 0 && !layouts.isError && (
        <ul aria-label="Spreadsheet layouts" className="divide-y divide-line border-y border-line">
          {all.slice(0, showsAll ? undefined : SHOWN).map((layout) => (
            <LayoutRow
              key={layout.id}
              layout={layout}
              onRename={() => open(<RenameDialog layout={layout} onClose={close} />)}
              onForget={() => open(<ForgetDialog layout={layout} onClose={close} />)}
            />
          ))}
        </ul>
      )}
      {all.length > SHOWN && !showsAll && (
        <Button variant="ghost" className="-ml-4 mt-2" onClick={() => setShowsAll(true)}>
          Show all {all.length}
        </Button>
      )}
      {dialog}
    </Card>
  );
}

type LayoutRowProps = { layout: Layout; onRename: () => void; onForget: () => void };

function LayoutRow({ layout, onRename, onForget }: LayoutRowProps) {
  const { name, of, usedAt, remembered } = layout;
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0 grow basis-48">
          <Clipped tall lines={2} className="font-medium">
            {name}
          </Clipped>
          <p className="text-sm text-muted">
            Brings in {of}, last used {formatDate(new Date(usedAt))}
          </p>
        </div>
        <div className="-mx-2 flex shrink-0">
          <Button variant="ghost" className="px-2!" aria-label={`Rename: ${name}`} onClick={onRename}>
            Rename
          </Button>
          <Button variant="ghost" className="px-2!" aria-label={`Forget: ${name}`} onClick={onForget}>
            Forget
          </Button>
        </div>
      </div>
      <Folded summary={`What is remembered (${countOf(remembered.length, 'line')})`}>
        <ul className="space-y-1 pb-2 pl-5 text-sm wrap-anywhere">
          {remembered.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Folded>
    </li>
  );
}

function RenameDialog({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const { id, name, version } = layout;
  const form = useForm<RenameLayout>({
    resolver: zodResolver(renameLayoutSchema),
    defaultValues: { name },
  });
  const { mutateAsync } = useRenameLayout();
  return (
    <EditDialog
      title="Rename layout"
      description={layout.of === 'trips' && 'A program that sends files by the old name needs the new one.'}
      what="layout"
      form={form}
      draft={{ thing: `layout-${id}`, version }}
      save={(renamed, seen) => mutateAsync({ id, name: renamed.name, version: seen })}
      done="Layout renamed"
      failed="Failed to rename the layout"
      submitLabel="Rename"
      pendingLabel="Renaming..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        required
        autoComplete="off"
        maxLength={LENGTHS.layoutName}
      />
    </EditDialog>
  );
}

function ForgetDialog({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const { mutateAsync } = useForgetLayout();
  return (
    <DeleteDialog
      title={FORGET_LAYOUT.title}
      name={layout.name}
      confirmLabel="Forget"
      pendingLabel="Forgetting..."
      done="Layout forgotten"
      failed="Failed to forget the layout"
      action={() => mutateAsync(layout)}
      onClose={onClose}
    >
      <p>{FORGET_LAYOUT.hint}</p>
      {layout.of === 'trips' && <p>Files that a program sends by this name are refused from then on.</p>}
    </DeleteDialog>
  );
}
