/**
 * Hooks and webhooks: programs that the operator attaches to events, their declarations and
 * triggers, their runs, and the actions that they cause.
 */
@NullMarked
package org.sovereignbook.sbp.society.hooks;

import org.jspecify.annotations.NullMarked;
