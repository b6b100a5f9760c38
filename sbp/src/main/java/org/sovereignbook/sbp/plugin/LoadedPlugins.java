package org.sovereignbook.sbp.plugin;

import java.io.File;
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
  synchronized List<Class<?>> extensionsOf(Path jar)
      throws ReflectiveOperationException, NotAPluginException {
    if (isOfProgram(jar)) {
      return ofProgram(jar);
    }
    List<Class<?>> known = extensions.get(jar);
    if (known != null) {
      return known;
    }
    List<Class<?>> loaded = load(jar);
    extensions.put(jar, loaded);
    return loaded;
  }

  /** Whether the launcher has put the jar on the program's own class path. */
  private static boolean isOfProgram(Path jar) {
    String classPath = System.getProperty("java.class.path", "");
    return List.of(classPath.split(File.pathSeparator)).contains(jar.toString());
  }

  /** Classes that came with the program, from its AOT cache as a rule. */
  private static List<Class<?>> ofProgram(Path jar)
      throws ClassNotFoundException, NotAPluginException {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : PluginJar.extensions(jar)) {
      classes.add(Class.forName(name));
    }
    return List.copyOf(classes);
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
