package org.sovereignbook.sbp.plugins.chroma;

import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.plugins.team.EpisodeStore;
import org.sovereignbook.sbp.plugins.team.TeamFeature;

/** The long-term memory of a team's members on a Chroma server (AGENT-STACK §7, §10). */
public final class ChromaFeature implements TeamFeature {
  @Override
  public String name() {
    return "chroma";
  }

  @Override
  public String title() {
    return "long-term memory of teams on a Chroma server";
  }

  @Override
  public List<Setting<?>> teamKeys() {
    return List.of(ChromaClient.URL);
  }

  @Override
  public Map<String, EpisodeStore.Opener> episodeStores() {
    return Map.of("chroma", ChromaMemory::of);
  }
}
