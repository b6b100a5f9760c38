package org.sovereignbook.sbp.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.PeerText;

/**
 * What a plugin says of itself in {@code META-INF/MANIFEST.MF}. Whoever wrote it may be a stranger:
 * id and version have a narrow alphabet, the rest is harmless for a terminal.
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
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
  private static final Pattern VERSION = Pattern.compile("[0-9][0-9A-Za-z.+_-]{0,63}");
  private static final int MAX_PROVISIONS = 16;

  public PluginManifest {
    provides = List.copyOf(provides);
  }

  /** Whether a plugin can be called that. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  static PluginManifest of(Attributes attributes) throws NotAPluginException {
    if (attributes.getValue("Plugin-Dependencies") != null) {
      throw new NotAPluginException("it depends on other plugins, and a plugin stands alone");
    }
    String requires = text(attributes, "Plugin-Requires").orElse("*");
    if (ApiRange.parse(requires).isEmpty()) {
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
        provisions(attributes));
  }

  private static List<Provision> provisions(Attributes attributes) throws NotAPluginException {
    List<Provision> provides = new ArrayList<>();
    for (String word : text(attributes, "Sbp-Provides").orElse("").split(",", -1)) {
      Provision provision =
          Provision.parse(word.strip())
              .orElseThrow(
                  () ->
                      new NotAPluginException(
                          "its manifest has to say Sbp-Provides: llm:NAME or store:NAME"));
      if (provision.name().equals(provision.kind().ownName())) {
        throw new NotAPluginException("it provides " + provision + ", which is the program's own");
      }
      provides.add(provision);
    }
    if (provides.size() > MAX_PROVISIONS) {
      throw new NotAPluginException("it provides more than " + MAX_PROVISIONS + " extensions");
    }
    return provides;
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
