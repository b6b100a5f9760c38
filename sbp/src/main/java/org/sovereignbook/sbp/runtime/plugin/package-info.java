/** Plugins: found by their manifests, judged, verified, and loaded by PF4J when one is chosen. */
@NullMarked
package org.sovereignbook.sbp.runtime.plugin;

import org.jspecify.annotations.NullMarked;
