package org.sovereignbook.sbp.runtime.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.pf4j.PluginClassLoader;
import org.pf4j.PluginDescriptor;
import org.pf4j.PluginManager;

/**
 * A class loader for one jar only: a {@code Class-Path} in its manifest, which would load
 * unverified code, is ignored. A plugin's own libraries take precedence over the program's; the
 * classes of the program and of PF4J are always the program's.
 */
final class JarOnlyClassLoader extends PluginClassLoader {
  private static final String PROGRAM = "org.sovereignbook.sbp.";
  private static final String BUNDLED_PLUGINS = PROGRAM + "plugins.";

  private final JarFile jar;
  private final URL location;

  JarOnlyClassLoader(PluginManager manager, PluginDescriptor descriptor, Path file) {
    super(manager, descriptor, JarOnlyClassLoader.class.getClassLoader());
    try {
      jar = new JarFile(file.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
      location = file.toUri().toURL();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected boolean shouldDelegateToParent(String className) {
    return super.shouldDelegateToParent(className)
        || (className.startsWith(PROGRAM) && !className.startsWith(BUNDLED_PLUGINS));
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    JarEntry entry = jar.getJarEntry(name.replace('.', '/') + ".class");
    if (entry == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readAllBytes();
      definePackageOf(name);
      return defineClass(
          name, bytes, 0, bytes.length, new CodeSource(location, (CodeSigner[]) null));
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** Defines the package with the manifest's versions, which libraries read. */
  private void definePackageOf(String className) throws IOException {
    int dot = className.lastIndexOf('.');
    if (dot > 0 && getDefinedPackage(className.substring(0, dot)) == null) {
      definePackage(className.substring(0, dot), jar.getManifest(), location);
    }
  }

  @Override
  public @Nullable URL findResource(String name) {
    JarEntry entry = jar.getJarEntry(name);
    if (entry == null) {
      return null;
    }
    try {
      String path = new URI(null, null, "/" + entry.getRealName(), null).getRawPath();
      return URI.create("jar:" + location + "!" + path).toURL();
    } catch (URISyntaxException | MalformedURLException e) {
      return null;
    }
  }

  @Override
  public Enumeration<URL> findResources(String name) {
    URL found = findResource(name);
    return Collections.enumeration(found == null ? List.of() : List.of(found));
  }
}
