# Homebrew, on Linux: the program needs Linux's processes and limits.
class Ninefold < Formula
  desc "Plays turn-based games whose players follow fixed strategies"
  homepage "@URL@"
  url "@URL@/ninefold-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "gettext" => :build
  depends_on "pkgconf" => :build
  depends_on "jansson"
  depends_on "libyaml"
  depends_on :linux
  depends_on "sqlite"
  depends_on "xxhash"

  def install
    system "make", "COMMIT=@COMMIT@", "PREFIX=#{prefix}", "install"
  end

  test do
    assert_match "digest", shell_output("#{bin}/ninefold run --games 100")
  end
end
