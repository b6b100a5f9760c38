package org.sovereignbook.sbp.runtime.plugin;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.node.Feature;

/** A feature with kinds of extensions of its own, which plugins can provide. */
public interface ExtensionFeature extends Feature {
  /** Returns the kinds, such as the backends of a chain. */
  default List<ExtensionKind<?>> kinds() {
    return List.of();
  }

  /** Returns the models of conversations that it brings with the program, by their names. */
  default Map<String, Supplier<? extends ChatBackend>> chats() {
    return Map.of();
  }
}
