package org.sovereignbook.sbp.society.status;

import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.society.memory.MemorySettings;
import org.sovereignbook.sbp.society.recall.Embedder;

/** The kinds of extensions of the society. */
public final class SocietyKinds {
  public static final ExtensionKind<Embedder> EMBEDDER =
      new ExtensionKind<>(
          "embedder",
          "embedder",
          MemorySettings.EMBEDDER.key(),
          Embedder.class,
          Embedder::name,
          () -> Map.of());

  static final List<ExtensionKind<?>> ALL = List.of(EMBEDDER);

  private SocietyKinds() {}
}
