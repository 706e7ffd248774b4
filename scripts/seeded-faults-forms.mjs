/** Seeded faults of what all lists and forms do, most of them noticed by a screen alone: one for each pattern that left the journeys. */
export const FAULTS_OF_FORMS = [
  {
    fault: 'last page from another field: a list of many pages shows one',
    caughtBy: 'web/kit/list/everywhere.screen.test.tsx',
    changes: [
      {
        file: 'web/kit/call/answerShapes.ts',
        search: "said('last_page') ?? quotient",
        replace: "said('current_page') ?? quotient",
      },
    ],
  },
  {
    fault: 'debounce: the loaded page is searched at each letter',
    caughtBy: 'web/kit/list/loadedPage.screen.test.tsx',
    changes: [
      {
        file: 'web/kit/list/useList.ts',
        search: 'const LOADED_PAGE = { ms: 500,',
        replace: 'const LOADED_PAGE = { ms: 0,',
      },
    ],
  },
  {
    fault: 'Enter in an open list: it also sends the form',
    caughtBy: 'web/kit/select/keys.screen.test.tsx',
    changes: [
      {
        file: 'web/kit/select/LookupSelect.tsx',
        search: `    if (enter) {
      event.preventDefault()`,
        replace: '    if (enter) {',
      },
    ],
  },
  {
    fault: 'refusal at its field: the sentence of the server stands nowhere but in the banner',
    caughtBy: 'web/kit/form/sending.screen.test.tsx',
    changes: [
      {
        file: 'web/kit/dialog/FormDialog.tsx',
        search: 'if (showServerErrors(form, error)) focusFirstInvalid(element.current, goesOn)',
        replace: 'if (error === undefined && showServerErrors(form, error)) return',
      },
    ],
  },
  {
    fault: 'focus after a refusal: it stays where it was',
    caughtBy: 'web/kit/form/sending.screen.test.tsx',
    changes: [
      {
        file: 'web/kit/dialog/FormDialog.tsx',
        search: 'if (showServerErrors(form, error)) focusFirstInvalid(element.current, goesOn)',
        replace: 'showServerErrors(form, error)',
      },
    ],
  },
  {
    fault: 'act for the wrong rôle: whoever is signed in is offered all',
    caughtBy: 'features/structure/web/dossier-legal.screen.test.tsx',
    changes: [
      {
        file: 'web/kit/call/usePeut.ts',
        search: 'role !== null && peut(role, access)',
        replace: 'role !== null',
      },
    ],
  },
  {
    fault: 'double send: the second click of a double click sends again',
    caughtBy: 'web/kit/form/sending.screen.test.tsx',
    changes: [
      {
        file: 'web/kit/dialog/FormDialog.tsx',
        search: 'running.current = true',
        replace: 'running.current = false',
      },
    ],
  },
  {
    fault: 'lost answer: what is asked for again is another request',
    caughtBy: 'web/app/again.screen.test.tsx',
    changes: [
      {
        file: 'web/kit/form/adding.tsx',
        search: 'if (!isLost(error)) held.current = null',
        replace: 'if (error) held.current = null',
      },
    ],
  },
  {
    fault: 'input not kept: the fresh record takes the place of what was typed',
    caughtBy: 'web/kit/form/meanwhile.screen.test.tsx',
    changes: [
      {
        file: 'web/kit/form/form.ts',
        search: 'form.setValues({ ...fresh, ...kept })',
        replace: 'form.setValues({ ...kept, ...fresh })',
      },
    ],
  },
  {
    fault: 'day of another zone: today is that of the device',
    caughtBy: 'e2e/jour.spec.ts',
    changes: [
      {
        file: 'shared/aujourdhui.ts',
        search: "    timeZone: 'Africa/Algiers',\n",
        replace: '',
      },
    ],
  },
  {
    fault: 'a field too many: the fake takes what its call does not know',
    caughtBy: 'web/app/contract.screen.test.tsx',
    changes: [
      {
        file: 'test/harness/screens/answers.ts',
        search: 'if (unknown.length > 0) throw',
        replace: 'if (unknown.length < 0) throw',
      },
    ],
  },
  {
    fault: 'a fake that answers anything: a call that nobody foresaw is no fault of a test',
    caughtBy: 'web/app/contract.screen.test.tsx',
    changes: [
      {
        file: 'test/harness/screens/answers.ts',
        search: "if (!found) throw new Error('nobody answers')",
        replace: 'if (!found) return { status: 200, json: {} }',
      },
    ],
  },
]
