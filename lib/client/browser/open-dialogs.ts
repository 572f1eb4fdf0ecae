/** Returns the open dialogs, topmost last. Closed dialogs have no boxes. */
export function openDialogs(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].filter(
    (dialog) => dialog.getClientRects().length > 0,
  )
}
