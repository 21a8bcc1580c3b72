import { Alert, Box, Button, Paper } from '@mui/material';
import { useEffect } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { PageLoading } from '../components/loading';
import { NotAllowed } from '../components/messages';
import { PageHeader } from '../components/page-header';
import { useErrorText, useLabels } from '../components/texts';
import { useDefinition } from '../application';
import { useFirstData } from '../first-paint';
import { ChooseFile } from './choose-file';
import { Columns } from './columns';
import { Constants } from './constants';
import { hasRun, isWorking, type Import } from './imports';
import { useMayImport } from './may-import';
import { Options } from './options';
import { Outcome } from './outcome';
import { useImportTexts } from './problem-texts';
import { useImport, type TheImport } from './use-import';

/** Brings a file into a list: the file, where its columns go, and what would come and came of it. */
export function ImportPage() {
  const resource = useResourceContext() ?? '';
  return useMayImport(resource) ? <Page resource={resource} /> : <NotAllowed />;
}

function Page({ resource }: { resource: string }) {
  const translate = useTranslate();
  const labels = useLabels();
  // Labels of fields come with it.
  useDefinition(resource);
  useNoStrayFiles();
  const all = useImport(resource);
  const { one, error, isPending, isBusy } = all;
  if (!useFirstData(isPending)) return null;
  return (
    <>
      <PageHeader
        title={translate('import.title', { name: labels.manyWithin(resource) })}
        crumbs={[{ label: labels.many(resource), to: `/${resource}` }]}
        aside={one && <FileFacts one={one} />}
      >
        {one && !isWorking(one) && (
          <Button variant="outlined" disabled={isBusy} onClick={all.leave}>
            {translate('import.another')}
          </Button>
        )}
      </PageHeader>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {error && <Failure error={error} />}
        {isPending ? <PageLoading /> : one !== undefined && <Steps all={all} />}
      </Box>
    </>
  );
}

/** A browser opens a file in place of the page that it is dropped on, unless something there takes it. */
function useNoStrayFiles(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const { dataTransfer, defaultPrevented } = event;
      if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    };
    const events = ['dragover', 'drop'] as const;
    for (const name of events) window.addEventListener(name, refuse);
    return () => {
      for (const name of events) window.removeEventListener(name, refuse);
    };
  }, []);
}

function FileFacts({ one: { name, rows } }: { one: Import }) {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      <bdi>{name}</bdi> · {translate('import.rows', { smart_count: rows })}
    </Box>
  );
}

function Failure({ error }: { error: Error }) {
  const errorText = useErrorText();
  return <Alert severity="error">{errorText(error)}</Alert>;
}

function Steps({ all }: { all: TheImport }) {
  const { one, problem } = all;
  const texts = useImportTexts(useResourceContext() ?? '', one ?? null);
  if (!one)
    return (
      <ChooseFile all={all}>
        {problem && <Alert severity="error">{texts.ofError(problem)}</Alert>}
      </ChooseFile>
    );
  const isOpen = !hasRun(one);
  return (
    <>
      {isOpen && (
        <Paper variant="outlined" component="section" sx={{ overflow: 'clip' }}>
          <Options all={all} one={one} />
          <Columns all={all} one={one} />
          <Constants all={all} one={one} />
        </Paper>
      )}
      {problem && !texts.isPlaced(problem) && (
        <Alert severity="error">{texts.ofError(problem)}</Alert>
      )}
      {isOpen &&
        texts.ofWhole().map((text) => (
          <Alert key={text} severity="warning">
            {text}
          </Alert>
        ))}
      <Outcome all={all} one={one} />
    </>
  );
}
