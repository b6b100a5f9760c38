/**
 * Behaviour that the operator attaches to events: what is declared, when it is due, the programs
 * that are run for it, and what comes of them.
 */
@NullMarked
package org.sovereignbook.sbp.society.hooks;

import org.jspecify.annotations.NullMarked;
