package org.sovereignbook.sbp.runtime.plugin;

import java.util.List;
import org.sovereignbook.sbp.node.Feature;

/** A feature with kinds of extensions of its own, which plugins can provide. */
public interface ExtensionFeature extends Feature {
  /** Returns the kinds, such as the backends of a chain. */
  default List<ExtensionKind<?>> kinds() {
    return List.of();
  }
}
