package org.sovereignbook.sbp.plugin;

import java.lang.reflect.InvocationTargetException;
import org.pf4j.PluginRuntimeException;

/** Says what a plugin's code threw, without the wrappers that only say where it was called. */
final class Blame {
  private static final int MAX_WRAPPERS = 8;

  private Blame() {}

  static String of(Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < MAX_WRAPPERS && isWrapper(root) && root.getCause() != null; i++) {
      root = root.getCause();
    }
    return root.toString();
  }

  private static boolean isWrapper(Throwable thrown) {
    return thrown instanceof InvocationTargetException
        || thrown instanceof ExceptionInInitializerError
        || thrown instanceof PluginRuntimeException
        || thrown instanceof IllegalStateException;
  }
}
