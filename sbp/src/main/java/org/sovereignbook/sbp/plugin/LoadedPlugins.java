package org.sovereignbook.sbp.plugin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.pf4j.PluginState;

/**
 * The plugins of this process. Each is loaded once and stays: unloading would leak class loaders,
 * and on Windows fail. Thread-safe.
 */
public final class LoadedPlugins {
  private final Map<Path, List<Class<?>>> extensions = new HashMap<>();

  /** Whether no plugin was loaded. */
  public synchronized boolean isEmpty() {
    return extensions.isEmpty();
  }

  /** The extension classes of a jar that was found fit. Whatever its code throws comes out. */
  synchronized List<Class<?>> extensionsOf(Path jar) throws ReflectiveOperationException {
    List<Class<?>> known = extensions.get(jar);
    if (known != null) {
      return known;
    }
    List<Class<?>> loaded = load(jar);
    extensions.put(jar, loaded);
    return loaded;
  }

  private static List<Class<?>> load(Path jar) throws ReflectiveOperationException {
    SinglePluginManager manager = new SinglePluginManager(jar);
    String id = manager.loadPlugin(jar);
    if (manager.startPlugin(id) != PluginState.STARTED) {
      throw new IllegalStateException(
          "it does not start", manager.getPlugin(id).getFailedException());
    }
    List<Class<?>> classes = new ArrayList<>();
    for (String name : new TreeSet<>(manager.getExtensionClassNames(id))) {
      classes.add(manager.getPluginClassLoader(id).loadClass(name));
    }
    return List.copyOf(classes);
  }
}
