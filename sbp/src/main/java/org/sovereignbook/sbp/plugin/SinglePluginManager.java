package org.sovereignbook.sbp.plugin;

import java.nio.file.Path;
import java.util.List;
import org.pf4j.BasePluginRepository;
import org.pf4j.DefaultPluginManager;
import org.pf4j.ManifestPluginDescriptorFinder;
import org.pf4j.PluginDescriptor;
import org.pf4j.PluginDescriptorFinder;
import org.pf4j.PluginLoader;
import org.pf4j.PluginManager;
import org.pf4j.PluginRepository;
import org.pf4j.PluginStatusProvider;
import org.pf4j.RuntimeMode;

/**
 * PF4J for exactly one jar. It looks into no folder of its own, takes no setting from system
 * properties or files, and has nothing to say about versions: all that is settled before.
 */
final class SinglePluginManager extends DefaultPluginManager {
  SinglePluginManager(Path jar) {
    super(List.of(jar.toAbsolutePath().getParent()));
  }

  @Override
  public RuntimeMode getRuntimeMode() {
    return RuntimeMode.DEPLOYMENT;
  }

  @Override
  protected PluginDescriptorFinder createPluginDescriptorFinder() {
    return new ManifestPluginDescriptorFinder();
  }

  @Override
  protected PluginRepository createPluginRepository() {
    return new BasePluginRepository(List.of(), _ -> false);
  }

  @Override
  protected PluginStatusProvider createPluginStatusProvider() {
    return new AlwaysEnabled();
  }

  @Override
  protected PluginLoader createPluginLoader() {
    return new JarLoader(this);
  }

  private record JarLoader(PluginManager manager) implements PluginLoader {
    @Override
    public boolean isApplicable(Path jar) {
      return true;
    }

    @Override
    public ClassLoader loadPlugin(Path jar, PluginDescriptor descriptor) {
      return new JarOnlyClassLoader(manager, descriptor, jar);
    }
  }

  private static final class AlwaysEnabled implements PluginStatusProvider {
    @Override
    public boolean isPluginDisabled(String pluginId) {
      return false;
    }

    @Override
    public void disablePlugin(String pluginId) {}

    @Override
    public void enablePlugin(String pluginId) {}
  }
}
