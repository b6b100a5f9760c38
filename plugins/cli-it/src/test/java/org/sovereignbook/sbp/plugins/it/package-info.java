/** The coding CLIs as published on npm, driven through whole runs against a mock model server. */
@NullMarked
package org.sovereignbook.sbp.plugins.it;

import org.jspecify.annotations.NullMarked;
