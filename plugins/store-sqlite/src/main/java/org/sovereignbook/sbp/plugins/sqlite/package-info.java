/** A node's store in one SQLite file. */
@NullMarked
package org.sovereignbook.sbp.plugins.sqlite;

import org.jspecify.annotations.NullMarked;
