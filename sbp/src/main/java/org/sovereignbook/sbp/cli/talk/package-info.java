/** Commands for contact with peers: publish, send, follow, endorse, manage peers. */
@NullMarked
package org.sovereignbook.sbp.cli.talk;

import org.jspecify.annotations.NullMarked;
