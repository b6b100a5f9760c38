/**
 * Common parts of the stores on a relational database: the tables' statements and their
 * transactions.
 */
@NullMarked
package org.sovereignbook.sbp.plugins.sql;

import org.jspecify.annotations.NullMarked;
