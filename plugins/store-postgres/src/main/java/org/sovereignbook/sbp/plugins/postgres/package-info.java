/** A node's store in PostgreSQL, which several machines may share. */
@NullMarked
package org.sovereignbook.sbp.plugins.postgres;

import org.jspecify.annotations.NullMarked;
