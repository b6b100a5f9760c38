/**
 * Work of a session without a person at it: hooks that are due, approved calls, and notices to the
 * owner.
 */
@NullMarked
package org.sovereignbook.sbp.frontend.automation;

import org.jspecify.annotations.NullMarked;
