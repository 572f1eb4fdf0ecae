/**
 * Returns the dialogs that are open, the topmost last. One that is in the page while it is closed has no place there: the
 * bell's list of every member.
 */
export function openDialogs(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].filter(
    (dialog) => dialog.getClientRects().length > 0,
  )
}
