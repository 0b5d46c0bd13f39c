# Nix: nix-env --install --file default.nix
{ pkgs ? import <nixpkgs> { } }:
pkgs.stdenv.mkDerivation {
  pname = "ninefold";
  version = "@VERSION@";
  src = pkgs.fetchurl {
    url = "@URL@/ninefold-@VERSION@.tar.gz";
    sha256 = "@SHA256@";
  };
  nativeBuildInputs = [ pkgs.gettext pkgs.pkg-config ];
  buildInputs = [ pkgs.jansson pkgs.libyaml pkgs.sqlite pkgs.xxHash ];
  postPatch = "patchShebangs scripts tests";
  makeFlags = [ "COMMIT=@COMMIT@" "PREFIX=$(out)" ];
  enableParallelBuilding = true;
  meta = {
    description = "Plays turn-based games whose players follow fixed strategies";
    license = pkgs.lib.licenses.mit;
    platforms = pkgs.lib.platforms.linux;
    mainProgram = "ninefold";
  };
}
