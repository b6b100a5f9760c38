package org.sovereignbook.sbp.runtime.plugin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.PeerText;

/**
 * A plugin's own description in {@code META-INF/MANIFEST.MF}. Its author may be a stranger: id and
 * version have a narrow alphabet, the rest is safe for a terminal. Read without running code of the
 * jar and without PF4J; the bytes read are bounded, whatever sizes the jar claims.
 *
 * @param id {@code Plugin-Id}; also the name of its file once it is installed
 * @param requires {@code Plugin-Requires}, versions of the extension API
 * @param provides {@code Sbp-Provides}
 */
public record PluginManifest(
    String id,
    String version,
    String description,
    String provider,
    String license,
    String requires,
    List<Provision> provides) {
  /** Larger files are refused unread. */
  static final long MAX_JAR_BYTES = 256L * 1024 * 1024;

  static final int MAX_MANIFEST_BYTES = 64 * 1024;
  static final int MAX_INDEX_BYTES = 64 * 1024;
  static final int MAX_PAGE_BYTES = 64 * 1024;

  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String INDEX = "META-INF/extensions.idx";
  private static final String PAGE = "META-INF/sbp-docs.md";
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
  private static final Pattern VERSION = Pattern.compile("[0-9][0-9A-Za-z.+_-]{0,63}");
  private static final int MAX_PROVISIONS = 16;

  /** The file is no plugin. The message is half a sentence that begins with "it" or "its". */
  static final class NotAPluginException extends Exception {
    private static final long serialVersionUID = 1;

    NotAPluginException(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  public PluginManifest {
    provides = List.copyOf(provides);
  }

  /** Reads the manifest of a jar. */
  static PluginManifest read(Path file, List<ExtensionKind<?>> kinds) throws NotAPluginException {
    try {
      if (Files.size(file) > MAX_JAR_BYTES) {
        throw new NotAPluginException("it has more than " + MAX_JAR_BYTES + " bytes");
      }
      try (ZipFile jar = new ZipFile(file.toFile())) {
        byte[] manifest = entry(jar, MANIFEST, MAX_MANIFEST_BYTES);
        PluginManifest read =
            of(new Manifest(new ByteArrayInputStream(manifest)).getMainAttributes(), kinds);
        requireExtensions(jar);
        return read;
      }
    } catch (IOException e) {
      throw new NotAPluginException("it cannot be read as a jar: " + FileWords.of(e));
    } catch (IllegalArgumentException e) {
      throw new NotAPluginException("it cannot be read as a jar: it is damaged");
    }
  }

  /** Returns the extension classes in the index of a jar. */
  static List<String> extensions(Path file) throws NotAPluginException {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      return extensions(jar);
    } catch (IOException e) {
      throw new NotAPluginException("it cannot be read as a jar: " + FileWords.of(e));
    }
  }

  /**
   * Returns the lines of the page of documentation in a jar, safe for a terminal; none when it has
   * no page, or one of more than 64 KiB.
   */
  public static List<String> page(Path file) {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      String page = new String(entry(jar, PAGE, MAX_PAGE_BYTES), StandardCharsets.UTF_8);
      return page.lines().map(PeerText::harmless).toList();
    } catch (IOException | NotAPluginException e) {
      return List.of();
    }
  }

  private static List<String> extensions(ZipFile jar) throws IOException, NotAPluginException {
    String index = new String(entry(jar, INDEX, MAX_INDEX_BYTES), StandardCharsets.UTF_8);
    return index
        .lines()
        .map(line -> (line.contains("#") ? line.substring(0, line.indexOf('#')) : line).strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static void requireExtensions(ZipFile jar) throws IOException, NotAPluginException {
    List<String> classes = extensions(jar);
    if (classes.isEmpty()) {
      throw new NotAPluginException("its " + INDEX + " names no class");
    }
    for (String name : classes) {
      if (jar.getEntry(name.replace('.', '/') + ".class") == null) {
        throw new NotAPluginException(
            "its extension " + PeerText.quote(name) + " is not in the jar");
      }
    }
  }

  /** Reads an entry up to the limit, because the claimed size may be false. */
  private static byte[] entry(ZipFile jar, String name, int maxBytes)
      throws IOException, NotAPluginException {
    ZipEntry entry = jar.getEntry(name);
    if (entry == null || entry.isDirectory()) {
      throw new NotAPluginException("it has no " + name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(maxBytes + 1);
      if (bytes.length > maxBytes) {
        throw new NotAPluginException("its " + name + " has more than " + maxBytes + " bytes");
      }
      return bytes;
    }
  }

  private static PluginManifest of(Attributes attributes, List<ExtensionKind<?>> kinds)
      throws NotAPluginException {
    if (attributes.getValue("Plugin-Dependencies") != null) {
      throw new NotAPluginException("it depends on other plugins, and a plugin stands alone");
    }
    String requires = text(attributes, "Plugin-Requires").orElse("*");
    if (ApiVersion.VersionRange.parse(requires).isEmpty()) {
      throw new NotAPluginException(
          "its Plugin-Requires is no range of versions: " + PeerText.quote(requires));
    }
    return new PluginManifest(
        matching(attributes, "Plugin-Id", ID),
        matching(attributes, "Plugin-Version", VERSION),
        PeerText.plain(text(attributes, "Plugin-Description").orElse("")),
        PeerText.plain(text(attributes, "Plugin-Provider").orElse("")),
        PeerText.plain(text(attributes, "Plugin-License").orElse("")),
        requires,
        provisions(attributes, kinds));
  }

  private static List<Provision> provisions(Attributes attributes, List<ExtensionKind<?>> kinds)
      throws NotAPluginException {
    List<Provision> provides = new ArrayList<>();
    for (String word : text(attributes, "Sbp-Provides").orElse("").split(",", -1)) {
      Provision provision =
          kinds.stream()
              .flatMap(kind -> kind.parse(word.strip()).stream())
              .findFirst()
              .orElseThrow(() -> new NotAPluginException(wanted(kinds)));
      if (provision.kind().own().containsKey(provision.name())) {
        throw new NotAPluginException("it provides " + provision + ", which is the program's own");
      }
      provides.add(provision);
    }
    if (provides.size() > MAX_PROVISIONS) {
      throw new NotAPluginException("it provides more than " + MAX_PROVISIONS + " extensions");
    }
    return provides;
  }

  private static String wanted(List<ExtensionKind<?>> kinds) {
    return kinds.stream()
        .map(kind -> kind + ":NAME")
        .collect(Collectors.joining(" or ", "its manifest has to say Sbp-Provides: ", ""));
  }

  private static String matching(Attributes attributes, String name, Pattern pattern)
      throws NotAPluginException {
    String value =
        text(attributes, name)
            .orElseThrow(() -> new NotAPluginException("its manifest has no " + name));
    if (!pattern.matcher(value).matches()) {
      throw new NotAPluginException("its " + name + " is not allowed: " + PeerText.quote(value));
    }
    return value;
  }

  private static Optional<String> text(Attributes attributes, String name) {
    return Optional.ofNullable(attributes.getValue(name))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }
}
