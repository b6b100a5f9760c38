/** Relational databases: statements, transactions, and SQLite, which comes with the program. */
@NullMarked
package org.sovereignbook.sbp.authority.sql;

import org.jspecify.annotations.NullMarked;
