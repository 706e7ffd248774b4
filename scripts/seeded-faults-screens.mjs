/** Seeded faults that only a browser shows. */
export const FAULTS_OF_SCREENS = [
  {
    fault: 'sentence of a broken panel: whatever breaks, the network is blamed',
    caughtBy: 'e2e/pannes.spec.ts',
    changes: [
      {
        file: 'web/kit/lazy/DialogFailure.tsx',
        search: 'return error instanceof ApiError && (error.status === 0 || error.status >= 500)',
        replace: 'return error instanceof Error',
      },
    ],
  },
  {
    fault: 'locale text: a day is what the browser writes for a Canadian',
    caughtBy: 'e2e/moteurs.spec.ts',
    changes: [
      {
        file: 'shared/aujourdhui.ts',
        search: `  const alger = readAlger(instant)
  return \`\${alger.get('year')?.padStart(4, '0')}-\${alger.get('month')}-\${alger.get('day')}\``,
        replace: "  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Algiers' }).format(instant)",
      },
    ],
  },
  {
    fault: 'window of the PDF: one that cannot be read is taken for one that failed',
    caughtBy: 'e2e/moteurs.spec.ts',
    changes: [
      {
        file: 'web/kit/print/printWindow.ts',
        search: `  } catch {
    return 'shown'
  }`,
        replace: `  } catch (error) {
    target.close()
    throw error
  }`,
      },
    ],
  },
]
