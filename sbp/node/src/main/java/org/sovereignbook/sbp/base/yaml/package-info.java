/** YAML that people write, read as JSON values with the line and column of each. */
@NullMarked
package org.sovereignbook.sbp.base.yaml;

import org.jspecify.annotations.NullMarked;
