/** Commands typed one after another at a prompt or in a script, and their completion in shells. */
@NullMarked
package org.sovereignbook.sbp.plugins.shell;

import org.jspecify.annotations.NullMarked;
